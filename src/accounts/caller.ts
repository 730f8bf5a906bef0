/** Who is asking, as the token says. */
import { z } from 'zod'
import { words } from '../games/described.js'
import { Problem } from '../platform/problem.js'

export const SCOPES = ['read', 'play', 'host', 'organise', 'admin'] as const
export const Scope = words(SCOPES, {
  id: 'Scope',
  description: 'What a token allows.',
  values: {
    read: 'See what your seats see.',
    play: 'Join, seek, enter tournaments, move and leave.',
    host: 'Create matches and invite to them.',
    organise: 'Organise tournaments, and register players in bulk; given by an administrator.',
    admin: 'Administer this server.',
  },
})
export type Scope = z.infer<typeof Scope>

/** The scopes that a player has without anybody's consent. */
export const SELF_SERVICE: readonly Scope[] = ['read', 'play', 'host']

const isScope = (text: string): text is Scope => Scope.safeParse(text).success

/** The scopes of a stored token; one that this version of the server does not know grants nothing. */
export const scopesOf = (row: { readonly scopes: readonly string[] }): Scope[] => row.scopes.filter(isScope)

export const PlayerKind = words(['person', 'bot', 'house'], {
  id: 'PlayerKind',
  description: 'Who plays.',
  values: {
    person: 'A person.',
    bot: 'A program.',
    house: 'The server itself, as one of its bots. Nobody registers or logs in as it.',
  },
})

export const Player = z
  .strictObject({
    id: z.uuid().describe('Id of the player.'),
    name: z.string().describe('Name that others see.'),
    kind: PlayerKind.describe('A person or a bot, as it was registered; or the house.'),
    createdAt: z.iso.datetime().describe('When it was registered.'),
  })
  .meta({ id: 'Player', description: 'An account: a person or a bot.' })
export type Player = z.infer<typeof Player>

export interface Caller {
  /** Null for a request without a token. */
  readonly player: Player | null
  readonly scopes: ReadonlySet<Scope>
  /** The token's own id, so that it can be named and revoked. */
  readonly tokenId: string | null
}

export const anonymous: Caller = { player: null, scopes: new Set(), tokenId: null }

/** Everybody sees what is public. Whoever sends a token sees as its player, and for that the token must have the scope. */
export function requireReader(caller: Caller): void {
  if (caller.player) requirePlayer(caller, 'read')
}

/** Whoever makes players for others: the number of their registrations is not held to that of an address. */
export const isOrganiser = ({ scopes }: Caller): boolean => scopes.has('organise') || scopes.has('admin')

export const requireOrganiser = (caller: Caller): Player =>
  requirePlayer(caller, caller.scopes.has('admin') ? 'admin' : 'organise')

/** The player behind the call, if the token allows this; otherwise 401 or 403. */
export function requirePlayer(caller: Caller, scope: Scope): Player {
  if (!caller.player) throw new Problem(401, 'TOKEN_REQUIRED', 'Send a token: Authorization: Bearer chy_...')
  if (!caller.scopes.has(scope)) throw new Problem(403, 'SCOPE_MISSING', `This token does not have the scope ${scope}.`)
  return caller.player
}
