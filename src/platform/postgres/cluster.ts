import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure } from '../failure.js'
import { type Account, closedFolder } from './account.js'
import type { Binaries } from './binaries.js'

/** What lies in the data folder. */
export interface Layout {
  readonly dataDir: string
  readonly cluster: string
  readonly password: string
  readonly port: string
  readonly lock: string
  readonly log: string
}

export const layout = (dataDir: string): Layout => ({
  dataDir,
  cluster: join(dataDir, 'cluster'),
  password: join(dataDir, 'password'),
  port: join(dataDir, 'port'),
  lock: join(dataDir, 'lock'),
  log: join(dataDir, 'postgres.log'),
})

const own = async (path: string, { uid, gid }: Account) => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Makes the folder and checks that Postgres will be able to get in, because its own complaint would be hard to read. */
export async function prepareFolder({ dataDir }: Layout, account: Account): Promise<void> {
  try {
    if (!existsSync(dataDir)) await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const closed = closedFolder(dirname(dataDir), account)
    if (closed !== undefined) throw failure(closedMessage(closed, account))
    await own(dataDir, account)
    await chmod(dataDir, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw failure(`The folder ${dataDir} can't be used: ${(error as Error).message}. Set DATA_DIR to a folder you own.`)
  }
}

const closedMessage = (folder: string, { uid }: Account) =>
  `Postgres refuses to run as root, and the account it runs as instead (user id ${uid}) may not enter ${folder}. ` +
  'Set DATA_DIR to a folder open to it, such as /var/lib/chancery/postgres.'

/** The cluster appears under its name only when it is complete: a start that was cut short is simply begun again. */
export async function prepareCluster(at: Layout, account: Account, binaries: Binaries): Promise<void> {
  if (existsSync(at.cluster)) return checkCluster(at, binaries)
  const unfinished = `${at.cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await rm(at.password, { force: true })
  await writeFile(at.password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await own(at.password, account)
  await initialise(binaries.initdb, unfinished, at, account)
  await rename(unfinished, at.cluster)
}

async function checkCluster({ cluster, dataDir, password }: Layout, { major }: Binaries): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version !== String(major)) {
    throw failure(
      `The data in ${dataDir} is of Postgres ${version || 'an unknown version'}, but this is Postgres ${major}. ` +
        'Move it with pg_dump and pg_restore (or pg_upgrade), or set DATA_DIR to a new folder.',
    )
  }
  if (!existsSync(password))
    throw failure(`The file ${password} is missing; without it the database in ${dataDir} can't be opened.`)
}

async function initialise(initdb: string, pgdata: string, at: Layout, account: Account): Promise<void> {
  const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--username=chancery']
  const args = [`--pgdata=${pgdata}`, `--pwfile=${at.password}`, ...settings]
  const child = spawn(initdb, args, { ...account, cwd: at.dataDir, stdio: ['ignore', 'ignore', 'pipe'], env: plainEnvironment() })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', (error) => resolve(error.message)))
  if (code !== 0) throw failure(`Postgres could not set up its data in ${at.dataDir}: ${complaint.trim() || code}`)
}

/** No variable of ours (PGDATA, LC_ALL, ...) may change what Postgres does, and no secret of ours is any of its business. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })
