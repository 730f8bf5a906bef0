/** Tells the file of a tournament from others. */
import { closeSync, openSync, readSync } from 'node:fs'

/** What a file of this kind begins with, whoever wrote it. */
const BEGINNING = /^\s*\{\s*"format"\s*:\s*"chancery-tournament\//
const LONG_ENOUGH = 200

/** Whether it is meant to be the file of a tournament; false if it cannot be read. */
export function isArchive(file: string): boolean {
  try {
    const handle = openSync(file, 'r')
    const bytes = Buffer.alloc(LONG_ENOUGH)
    const length = readSync(handle, bytes, 0, LONG_ENOUGH, 0)
    closeSync(handle)
    return BEGINNING.test(bytes.toString('utf8', 0, length))
  } catch {
    return false
  }
}
