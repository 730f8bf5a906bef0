/**
 * Where temporary files of a run are kept in memory, on systems that offer a folder for that. A run makes hundreds of databases of some
 * hundred files each; on a disk the bookkeeping of the file system makes each of them cost several times as much system time.
 */
import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const FOLDER = '/dev/shm'
/** Parts of a run were seen to take up to 0.4 GB. Containers often have much less than this. */
const ENOUGH = 4 * 1024 ** 3

/** Undefined where there is none that is large enough, and where TMPDIR says what to use. */
export function memoryFolder(): string | undefined {
  if (process.env.TMPDIR || !isUsable(mounts())) return undefined
  const { bavail, bsize } = statfsSync(FOLDER)
  return Math.min(bavail * bsize, freemem()) > ENOUGH ? FOLDER : undefined
}

/** Programs are started from it where the account of Postgres can't reach the packages. The last mount is the one that is seen. */
function isUsable(mounted: string): boolean {
  const [, , type, options] =
    mounted
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, at]) => at === FOLDER) ?? []
  return type === 'tmpfs' && options !== undefined && !options.split(',').some((option) => option === 'noexec' || option === 'ro')
}

function mounts(): string {
  try {
    return readFileSync('/proc/mounts', 'utf8')
  } catch {
    return ''
  }
}
