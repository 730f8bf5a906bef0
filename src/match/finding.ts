/** What can be asked about finding opponents: invitations by name, seeks that pair by themselves, and what players accept. */
import type { Caller } from '../accounts/caller.js'
import type {
  Acceptance,
  AcceptInvitation,
  CreateSeek,
  Invitation,
  InvitationFilter,
  InvitePlayer,
  Seek,
  SeekFilter,
} from './finding-shapes.js'
import type { MatchCard } from './shapes.js'

export interface ListPage {
  readonly first: number
  /** The id of the last item of the page before. */
  readonly after?: string | undefined
}

export interface List<Item> {
  readonly items: Item[]
  /** Null on the last page. */
  readonly next: string | null
}

export interface Finding {
  /** By the host of an open match. */
  invite(caller: Caller, match: string, input: InvitePlayer): Promise<Invitation>
  /** The newest first. */
  invitations(caller: Caller, filter: InvitationFilter, page: ListPage): Promise<List<Invitation>>
  /** Takes the seat, as joining does. */
  accept(caller: Caller, invitation: string, input: AcceptInvitation): Promise<MatchCard>
  decline(caller: Caller, invitation: string): Promise<Invitation>
  /** By its host. */
  withdrawInvitation(caller: Caller, invitation: string): Promise<Invitation>
  /** The same for whoever asks. */
  acceptance(player: string): Promise<Acceptance>
  setAcceptance(caller: Caller, input: Acceptance): Promise<Acceptance>
  /** Paired at once if there are enough others. */
  seek(caller: Caller, input: CreateSeek, idempotencyKey?: string): Promise<Seek>
  /** The newest first. */
  seeks(caller: Caller, filter: SeekFilter, page: ListPage): Promise<List<Seek>>
  withdrawSeek(caller: Caller, seek: string): Promise<Seek>
}
