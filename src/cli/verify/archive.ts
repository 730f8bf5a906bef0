/** `chancery verify` on the file of a tournament: every match in it. */
import { checkMatches } from '../../tournaments/archive/matches.js'
import { readArchive } from '../../tournaments/archive/reading.js'
import { brokenCommitment } from '../../tournaments/archive/replay.js'
import { threads } from '../../tournaments/local/threads.js'
import { type Io, progress } from '../terminal.js'

export type ArchiveVerdict = 'right' | 'altered' | 'malformed'

interface Asked {
  readonly strict: boolean
  readonly workers: number
}

export async function verifyArchive(file: string, { strict, workers }: Asked, io: Io): Promise<ArchiveVerdict> {
  const read = await readArchive(file)
  const missing = read.ok && !read.archive.matches ? 'it has no logs: it was written without them' : undefined
  if (!read.ok || missing) {
    io.complain(`${file}: ${read.ok ? missing : read.problem}`)
    return 'malformed'
  }
  const { head } = read.archive
  const broken = brokenCommitment(head)
  if (broken) {
    io.complain(`${file}: ${broken}`)
    return 'altered'
  }
  const pool = threads(workers)
  const bar = progress(io, 0, 'matches')
  const { matches, entries, unjudged, problems } = await checkMatches(read.archive, {
    check: (expected, text) => pool.check({ proof: true, expected, text }),
    atOnce: 2 * workers,
    onChecked: bar.done,
  }).finally(pool.close)
  bar.clear()
  for (const problem of problems) io.complain(`${file}: ${problem}`)
  if (problems.length > 0) return 'altered'
  const doubts = unjudged === 0 ? '' : `; ${unjudged} entries were decided by older rules and are not judged by them`
  io.out(`${file}: right, ${matches} matches of a tournament, ${entries} entries${doubts}`)
  return strict && unjudged > 0 ? 'altered' : 'right'
}
