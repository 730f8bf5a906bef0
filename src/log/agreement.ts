/**
 * What seats agree on: to abort their match, or to go back to an earlier version. It is kept beside the log, as the version at which the seat agreed. Whoever moves
 * or leaves afterwards plays on, so an entry of the seat after that version ends its agreement to abort; any entry at all ends one to go back.
 */

/** A condition on `seat s`: it still plays, and somebody plays it. The house has no objections. */
export const DECIDES = `s.left_version is null and not exists (select 1 from player p where p.id = s.player_id and p.kind = 'house')`

/** A condition on `seat s`: it agrees to go back, in a match that has come to this version. */
export const AGREES_TO_GO_BACK = (version: string): string =>
  `s.left_version is null and s.take_back_to is not null and s.take_back_at = ${version}`

/** A condition on `seat s`: it still plays and agrees. */
export const AGREES = `s.left_version is null and s.abort_version is not null
  and not exists (select 1 from entry later where later.match_id = s.match_id and later.seat = s.seat and later.version > s.abort_version)`
