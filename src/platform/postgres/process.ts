/** Processes of this machine by their numbers, which are used again and again. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { codeOf } from '../thrown.js'

/** One that has ended and was not buried yet, as happens in containers without an init, counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statOf(pid)?.state !== 'Z'
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** A text that no other process of the same number has; undefined where the system does not tell. */
export function beginningOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxBeginning(pid)
  if (process.platform === 'win32') return undefined
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** In clock ticks since the machine began, so the beginning of the machine belongs to it. */
function linuxBeginning(pid: number): string | undefined {
  const stat = statOf(pid)
  if (stat === undefined) return undefined
  return `${stat.started}@${read('/proc/sys/kernel/random/boot_id').trim()}`
}

/** Fields 3 and 22; field 2 is the program's name in parentheses and may itself hold spaces and parentheses. */
function statOf(pid: number): { state: string; started: string } | undefined {
  const text = read(`/proc/${pid}/stat`)
  const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const started = fields[18]
  return state && started ? { state, started } : undefined
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
