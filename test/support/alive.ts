/** Whether a process runs. One that has ended, and that nobody has asked about yet, does not. */
import { existsSync, readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  if (existsSync('/proc/self/stat'))
    return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
