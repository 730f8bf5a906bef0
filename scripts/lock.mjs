/** A lock file that holds the owner's process id, so that one left behind by a killed process is not waited for. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** `onWait` is called once if another holds the lock. */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  let isTold = false
  while (!take(file)) {
    if (!isAlive(owner(file))) {
      discard(file)
      continue
    }
    if (!isTold) onWait()
    isTold = true
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** A lock just created may still be empty; it counts as owned until it says otherwise. */
function owner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || process.pid
  } catch {
    return process.pid
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Moved aside first: of several that find the same dead lock only one removes it. */
function discard(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (isAlive(owner(aside))) renameSync(aside, file)
    else rmSync(aside, { force: true })
  } catch {
    // Another process was quicker.
  }
}
