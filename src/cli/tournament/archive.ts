/** The file of a tournament, for commands that are given one. */
import { failure } from '../../platform/failure.js'
import { type Archive, readArchive } from '../../tournaments/archive/reading.js'
import { expected } from '../usage.js'

export async function archiveAt([file, surplus]: readonly string[]): Promise<{ file: string; archive: Archive }> {
  if (file === undefined || surplus !== undefined) throw expected('FILE', 'one file of a tournament', surplus)
  const read = await readArchive(file)
  if (!read.ok) throw failure(`${file}: ${read.problem}`, 2)
  return { file, archive: read.archive }
}
