/** How the administrator's token comes to whoever runs the server: they chose it, or they are shown it, or it is in a file. */
import { link, open, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Keep } from './accounts/administrator.js'
import type { AccountService } from './accounts/service.js'
import type { Config } from './platform/config.js'
import { failure, isFailure } from './platform/failure.js'
import { throughOutages } from './platform/outage.js'
import { makeFolder } from './platform/postgres/folder.js'
import { codeOf, messageOf } from './platform/thrown.js'

type Accounts = Pick<AccountService, 'bootstrap' | 'appoint'>
type Settings = Pick<Config, 'adminToken' | 'adminTokenFile' | 'dataDir'>

/** What there is to say about the token; undefined if nothing is new. */
export async function introduceAdministrator(
  accounts: Accounts,
  settings: Settings,
  isTerminal: boolean,
): Promise<string | undefined> {
  const chosen = settings.adminToken ?? (await readToken(settings.adminTokenFile))
  if (chosen !== undefined) {
    await throughOutages(() => accounts.appoint(chosen))
    return undefined
  }
  if (!isTerminal || settings.adminTokenFile !== undefined) return intoFile(accounts, settings)
  const token = await bootstrap(accounts)
  return token === null ? undefined : `Administrator's token, shown this once:\n  ${token}`
}

/** Undefined if there is no such file yet. */
async function readToken(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw failure(`ADMIN_TOKEN_FILE: can't be read: ${messageOf(error)}.`, 2)
  }
}

/** Where the database went away while an administrator was made, nobody knows whether there is one now: the token that was kept is to be its token in either case. */
function bootstrap(accounts: Accounts, keep: Keep = async () => {}): Promise<string | null> {
  let kept: string | undefined
  return throughOutages(async () => {
    if (kept !== undefined) {
      await accounts.appoint(kept)
      return kept
    }
    return accounts.bootstrap(async (token) => {
      await keep(token)
      kept = token
    })
  })
}

/** A server without an administrator can be played on, so only a file that the operator has named must be written. */
async function intoFile(accounts: Accounts, settings: Settings): Promise<string | undefined> {
  const file = settings.adminTokenFile ?? besideData(settings.dataDir)
  try {
    const token = await bootstrap(accounts, (made) => write(made, file))
    return token === null ? undefined : `Administrator's token: in the file ${file}`
  } catch (error) {
    if (!isFailure(error)) throw error
    if (settings.adminTokenFile !== undefined) throw failure(`ADMIN_TOKEN_FILE: ${error.message}`, 2)
    return `No administrator was made, because its token could not be stored: ${error.message}\nSet ADMIN_TOKEN or ADMIN_TOKEN_FILE, or run: chancery admin token`
  }
}

/** The folder has the name `postgres` unless it was chosen; several that were chosen may lie beside each other. */
const besideData = (folder: string): string =>
  join(dirname(folder), basename(folder) === 'postgres' ? 'admin-token' : `${basename(folder)}-admin-token`)

/**
 * Never in the log: a file that only its owner can read, and that is there as a whole before it has its name. One that has the name already is left
 * alone: it may hold the token of another database.
 */
async function write(token: string, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`
  try {
    await makeFolder(dirname(file))
    await rm(unfinished, { force: true })
    const opened = await open(unfinished, 'wx', 0o600)
    await opened.writeFile(`${token}\n`)
    await opened.sync()
    await opened.close()
    await link(unfinished, file)
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'it is there already, perhaps of another database' : messageOf(error)
    throw failure(`${file} can't be written: ${why}.`)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}
