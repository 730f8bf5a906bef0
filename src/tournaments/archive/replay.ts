/** Works a tournament out again from what happened in it, and compares. */
import { canonicalJson } from '../../platform/canonical-json.js'
import type { TournamentRecord } from '../record.js'
import { replay } from '../replaying.js'
import { commitmentOf, matchIdOf } from '../secrets.js'
import type { Tournament } from '../state.js'
import { type ArchiveHead, FINAL_TABLES, finalTables } from './archive.js'

export type Recomputed = { readonly ok: true; readonly tournament: Tournament } | { readonly ok: false; readonly problem: string }

/** Every round, forfeit and final table from the setting and the records before it. */
export function recompute(head: ArchiveHead): Recomputed {
  const { setting, records } = head
  const misfit = brokenCommitment(head) ?? foreignMatch(head)
  if (misfit) return { ok: false, problem: misfit }
  const replayed = replay(setting, records)
  if (!replayed.ok) return { ok: false, problem: `record ${replayed.at}: ${replayed.problem}` }
  const problem = otherTables(head, replayed.tournament)
  return problem ? { ok: false, problem } : replayed
}

export const brokenCommitment = ({ id, secret, commitment }: ArchiveHead): string | undefined =>
  commitmentOf(Buffer.from(secret, 'hex'), id) === commitment
    ? undefined
    : 'the commitment is not that of this secret and tournament'

function foreignMatch({ id, records }: ArchiveHead): string | undefined {
  const isForeign = (record: TournamentRecord): boolean =>
    record.type === 'tableBegun' && record.match !== matchIdOf(id, record.table)
  const found = records.findIndex(isForeign)
  return found === -1 ? undefined : `record ${found + 1}: its match is not that of the table`
}

function otherTables(head: ArchiveHead, tournament: Tournament): string | undefined {
  const worked = finalTables(tournament)
  for (const name of FINAL_TABLES) {
    const row = differingRow(head[name], worked[name])
    if (row !== undefined) return `${name}: row ${row} is not what the records give`
  }
  return undefined
}

/** From 1; undefined if the two are the same to the byte. */
function differingRow(told: readonly unknown[], worked: readonly unknown[]): number | undefined {
  const rows = Array.from({ length: Math.max(told.length, worked.length) }, (_, index) => index)
  const found = rows.find((index) => canonicalJson(told[index]) !== canonicalJson(worked[index]))
  return found === undefined ? undefined : found + 1
}
