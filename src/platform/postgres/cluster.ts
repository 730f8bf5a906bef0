import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../failure.js'
import type { Account } from './account.js'
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

export const own = async (path: string, { uid, gid }: Account) => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

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
        'Back it up with the version of Chancery that made it, and restore it into a new DATA_DIR.',
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
