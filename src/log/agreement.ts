/**
 * The agreement of seats to abort their match. It is kept beside the log: as the version at which the seat agreed. Whoever moves or leaves
 * afterwards plays on, so an entry of the seat after that version ends its agreement.
 */

/** A condition on `seat s`: it still plays and agrees. */
export const AGREES = `s.left_version is null and s.abort_version is not null
  and not exists (select 1 from entry later where later.match_id = s.match_id and later.seat = s.seat and later.version > s.abort_version)`
