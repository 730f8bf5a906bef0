import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { failure } from '../failure.js'

/** Whom Postgres runs as. Empty for ourselves; it refuses to run as root. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

const isRoot = () => process.getuid?.() === 0

/** Data that exists keeps its owner; root takes the `postgres` account for new data, and makes it if there is none. */
export function chooseAccount(cluster: string): Account {
  if (!isRoot()) return {}
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return lookUp('postgres') ?? create('postgres') ?? lookUp('nobody') ?? refuse()
}

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function create(name: string): Account | undefined {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  return lookUp(name)
}

function refuse(): never {
  throw failure('Postgres refuses to run as root and no other account was found. Run as a plain user, or set DATABASE_URL.')
}

/** The outermost folder on the way to a path, itself included, that the account may not enter. */
export function closedFolder(path: string, account: Account): string | undefined {
  if (account.uid === undefined) return undefined
  const above = dirname(path) === path ? undefined : closedFolder(dirname(path), account)
  if (above !== undefined) return above
  return !existsSync(path) || mayEnter(path, account) ? undefined : path
}

function mayEnter(folder: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder)
  if (owner === uid) return (mode & 0o100) !== 0
  return (mode & (group === gid ? 0o010 : 0o001)) !== 0
}
