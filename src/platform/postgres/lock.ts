/**
 * One process at a time starts or stops the Postgres of a folder. The file names its owner by number and by the moment that process began:
 * after a crash the number alone may belong to anybody, in a container as a rule to the very process that asks.
 */
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure } from '../failure.js'
import { codeOf } from '../thrown.js'
import { beginningOf, isAlive } from './process.js'

const PATIENCE = 90_000

/** What this process holds: its own name in a file that is not among these is what an earlier process of that number left behind. */
const held = new Set<string>()

/** A lock that nobody living holds is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE
  while (!(await take(file))) {
    const owner = await readOwner(file)
    if (owner !== undefined && !isHeld(file, owner)) await discard(file, owner)
    else if (performance.now() > deadline) throw heldTooLong(file, owner)
    else await sleep(50)
  }
  try {
    return await work()
  } finally {
    held.delete(file)
    await rm(file, { force: true })
  }
}

const heldTooLong = (file: string, owner = '') =>
  failure(`Process ${owner.split(' ')[0]} has held ${file} for too long. End it, or remove the file.`)

/** Several users in one process may try at the same moment. */
let tries = 0
const besides = (file: string): string => `${file}.${process.pid}.${++tries}`

const nameOf = (pid: number): string => `${pid} ${beginningOf(pid) ?? ''}`.trim()

/**
 * Written aside and linked into place, so that the lock appears with its owner in it or not at all: an empty one, as a full disk leaves it,
 * is nobody's.
 */
async function take(file: string): Promise<boolean> {
  if (held.has(file)) return false
  held.add(file)
  const taken = await linkNamed(file).catch((error: unknown) => {
    held.delete(file)
    throw error
  })
  if (!taken) held.delete(file)
  return taken
}

async function linkNamed(file: string): Promise<boolean> {
  const aside = besides(file)
  try {
    await writeFile(aside, nameOf(process.pid))
    await link(aside, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Undefined if there is no lock any more. */
async function readOwner(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function isHeld(file: string, owner: string): boolean {
  const pid = Number(owner.split(' ')[0])
  if (!(pid > 0)) return false
  return pid === process.pid ? held.has(file) : isAlive(pid) && nameOf(pid) === owner
}

/** Moved aside first and looked at again: another process may have taken the lock in between, and gets it back. */
async function discard(file: string, stale: string): Promise<void> {
  const aside = besides(file)
  try {
    await rename(file, aside)
    if ((await readOwner(aside)) !== stale) await link(aside, file)
  } catch (error) {
    // Another process was quicker.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}
