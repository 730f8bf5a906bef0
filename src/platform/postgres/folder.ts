/** The data folder: one that Chancery made before, or an empty or new one; any other is refused. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure, isFailure } from '../failure.js'
import { codeOf, messageOf } from '../thrown.js'
import { type Account, closedFolder } from './account.js'
import { type Layout, own } from './cluster.js'

/** What an interrupted first start may leave behind; and the root of a disk has a `lost+found`. */
const BEGINNINGS = /^(cluster\.new|password|port|lock(\.\d+)*|postgres\.log|programs-.+|lost\+found)$/

/** Call it before anything is made or changed, the account included. */
export const requireOurs = (at: Layout): Promise<void> => orUnusable(at, () => refuseStrange(at))

/** Makes the folder and checks that Postgres will be able to get in, because the message of Postgres itself would be hard to read. */
export const prepareFolder = (at: Layout, account: Account): Promise<void> =>
  orUnusable(at, async () => {
    await makeFolder(at.dataDir)
    const closed = closedFolder(dirname(at.dataDir), account)
    if (closed !== undefined) throw failure(closedMessage(closed, account))
    await own(at.dataDir, account)
    await chmod(at.dataDir, 0o700)
  })

async function refuseStrange({ dataDir, cluster }: Layout): Promise<void> {
  const found = await kindOf(dataDir)
  if (found === 'nothing') return
  if (found === 'other') throw strange(dataDir)
  const names = await readdir(dataDir)
  if (names.includes('cluster') ? existsSync(join(cluster, 'PG_VERSION')) : names.every((name) => BEGINNINGS.test(name))) return
  throw strange(dataDir)
}

const strange = (dataDir: string) =>
  failure(`DATA_DIR: expected an empty or new folder, or one that Chancery made, not ${JSON.stringify(dataDir)}.`, 2)

async function kindOf(path: string): Promise<'nothing' | 'folder' | 'other'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return 'nothing'
    if (code === 'ENOTDIR') return 'other'
    throw error
  }
}

/** Level by level: Node's `recursive` loops for ever where the system makes no folders, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  try {
    await mkdir(path, { mode: 0o755 })
  } catch (error) {
    // Servers that start together make it together; a link that leads nowhere exists as well.
    if (codeOf(error) !== 'EEXIST' || (await kindOf(path)) !== 'folder') throw error
  }
}

async function orUnusable({ dataDir }: Layout, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isFailure(error)) throw error
    throw failure(`The folder ${dataDir} can't be used: ${messageOf(error)}. Set DATA_DIR to a folder you own.`, 2)
  }
}

const closedMessage = (folder: string, { uid }: Account) =>
  `Postgres refuses to run as root, and the account it runs as instead (user id ${uid}) may not enter ${folder}. ` +
  'Set DATA_DIR to a folder open to it, such as /var/lib/chancery/postgres.'
