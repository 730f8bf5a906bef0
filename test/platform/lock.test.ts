/** The lock of the embedded Postgres: whatever a crash leaves behind, the next start gets through; a living owner is waited for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withLock } from '../../src/platform/postgres/lock.js'
import { beginningOf, isAlive } from '../../src/platform/postgres/process.js'
import { temporaryFolder } from '../support/postgres.js'

let folder: string
let file: string
let other: ChildProcess

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'lock')
  other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  await once(other, 'spawn')
})
afterEach(async () => {
  other.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const done = async () => 'done'

describe('a lock that nobody holds is taken over', () => {
  const left: [string, () => string][] = [
    ['empty, as a full disk leaves it', () => ''],
    ['half written', () => '\0\0\0'],
    ['of a process that is dead', () => '4194000'],
    ['of our own number, as in a container that was started again', () => `${process.pid} 1@another-boot`],
    ['of our own number and nothing else', () => String(process.pid)],
    ['of a number that now belongs to somebody else', () => `${other.pid} 1@another-boot`],
    ['of process 1, after a crash in a container', () => '1'],
  ]
  test.each(left)('%s', async (_, content) => {
    await writeFile(file, content())
    expect(await withLock(file, done)).toBe('done')
    expect(await readdir(folder)).toEqual([])
  })

  test('of a process that has ended and was never buried', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    await expect.poll(() => isAlive(pid)).toBe(false)
    await writeFile(file, `${pid} ${beginningOf(pid)}`)
    expect(await withLock(file, done)).toBe('done')
    parent.kill('SIGKILL')
  })
})

test('a lock of a living process is waited for, until it is given back', async () => {
  const pid = other.pid ?? 0
  await writeFile(file, `${pid} ${beginningOf(pid) ?? ''}`.trim())
  let isIn = false
  const waiting = withLock(file, async () => {
    isIn = true
  })
  await sleep(300)
  expect(isIn).toBe(false)
  await rm(file)
  await waiting
  expect(isIn).toBe(true)
})

test('users in one process take turns as well, with a stale lock to begin with', async () => {
  await writeFile(file, '')
  let inside = 0
  let most = 0
  const turn = () =>
    withLock(file, async () => {
      most = Math.max(most, ++inside)
      await sleep(5)
      inside--
    })
  await Promise.all(Array.from({ length: 8 }, turn))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('work that fails gives the lock back', async () => {
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(file, done)).toBe('done')
})
