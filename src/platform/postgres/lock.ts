import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure } from '../failure.js'
import { codeOf } from '../thrown.js'

const PATIENCE = 90_000

/** One process at a time starts or stops the Postgres of a folder. A lock whose owner is dead is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE
  while (!(await take(file))) {
    const owner = await ownerOf(file)
    if (owner !== undefined && !isAlive(owner)) await discard(file, owner)
    if (Date.now() > deadline) throw failure(`Process ${owner} has held ${file} for too long. End it, or remove the file.`)
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function ownerOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text === '' ? undefined : Number(text)
}

/** Moved aside first and looked at again: another process may have taken the lock in between. */
async function discard(file: string, dead: number): Promise<void> {
  const aside = `${file}.${process.pid}`
  await rename(file, aside).catch(() => {})
  if ((await ownerOf(aside)) === dead) await rm(aside, { force: true })
  else await rename(aside, file).catch(() => {})
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
