/**
 * A lock file that names its owner by process id and, on Linux, by the moment it began, so that one left behind by a killed process is not waited
 * for, whoever has its number now. src/platform/postgres/lock.ts does the same; this one runs before anything is compiled.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** `onWait` is called once if another holds the lock. */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  let isTold = false
  while (!take(file)) {
    if (!isHeld(read(file))) {
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

/** Written aside and linked into place: a lock appears with its owner in it or not at all, so an empty one is nobody's. */
function take(file) {
  const aside = `${file}.${process.pid}`
  try {
    writeFileSync(aside, nameOf(process.pid))
    linkSync(aside, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Fields 3 and 22 of its stat: a process that has ended and was not buried yet (Z) has no name either. */
function nameOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat === '') return String(pid)
  return state === 'Z' ? '' : `${pid} ${fields[18]}@${read('/proc/sys/kernel/random/boot_id').trim()}`
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** One set-up a process, so our own name is what an earlier process of that number left behind. */
function isHeld(owner) {
  const pid = Number(owner.split(' ')[0])
  return pid > 0 && pid !== process.pid && isAlive(pid) && nameOf(pid) === owner
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Moved aside first and looked at again: another may have taken the lock in between, and gets it back. */
function discard(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (isHeld(read(aside))) linkSync(aside, file)
  } catch {
    // Another process was quicker.
  }
  rmSync(aside, { force: true })
}
