/** Players and their tokens. */
import type { z } from 'zod'
import type { Caller, Player } from './caller.js'
import type { IssuedToken, IssueToken, RegisterPlayer, TokenCard } from './shapes.js'

export interface Accounts {
  /** Self-service; where the operator has turned it off, all but an administrator are refused with REGISTRATION_CLOSED. */
  register(input: z.infer<typeof RegisterPlayer>, caller?: Caller): Promise<{ player: Player; token: string }>
  /** The caller of a bearer token: 401 TOKEN_INVALID, TOKEN_EXPIRED or TOKEN_REVOKED if it is none. */
  authenticate(token: string): Promise<Caller>
  issue(caller: Caller, input: z.infer<typeof IssueToken>): Promise<IssuedToken>
  tokens(caller: Caller): Promise<TokenCard[]>
  revoke(caller: Caller, tokenId: string): Promise<void>
  find(playerId: string): Promise<Player | null>
  /** Makes the administrator on the first start; the token is returned once, and null ever after. */
  bootstrap(): Promise<string | null>
}
