/** Reads the file of a tournament: its head as a whole, its matches one by one. */

import { itemAt } from '../../games/lists.js'
import { byteLines } from '../../platform/byte-lines.js'
import { doubledKey } from '../../platform/doubled-key.js'
import { codeOf, isObject } from '../../platform/thrown.js'
import { ArchiveHead, LAST_LINE, MATCHES } from './archive.js'
import { unsound } from './soundness.js'

export interface Archive {
  readonly head: ArchiveHead
  /** JSON of each, in the order of the file; null if they were left out. */
  readonly matches: (() => AsyncIterable<string>) | null
}

export type ReadArchive = { readonly ok: true; readonly archive: Archive } | { readonly ok: false; readonly problem: string }

const NO_ARCHIVE = 'expected the file of a tournament (JSON of the format chancery-tournament/1)'

/** Written by `archiveText`, a file of any size can be read; written by another, it must fit into memory. */
export async function readArchive(file: string): Promise<ReadArchive> {
  try {
    const lines: string[] = []
    for await (const { at, bytes } of byteLines(file)) {
      const line = bytes.toString()
      lines.push(line)
      if (line !== MATCHES) continue
      const from = at + bytes.length + 1
      return readHead(`${lines.join('\n')}]}`, () => matchLines(file, from))
    }
    return readHead(lines.join('\n'))
  } catch (error) {
    const code = codeOf(error)
    return { ok: false, problem: code === 'ENOENT' ? 'no such file' : `expected a readable file, got ${code ?? String(error)}` }
  }
}

function readHead(text: string, matches?: () => AsyncIterable<string>): ReadArchive {
  const given = parsed(text)
  if (!isObject(given)) return { ok: false, problem: NO_ARCHIVE }
  const doubled = doubledKey(text)
  if (doubled !== undefined) return { ok: false, problem: `the key ${JSON.stringify(doubled)} stands twice in one object` }
  const { matches: listed, ...rest } = { matches: undefined as unknown, ...given }
  const head = ArchiveHead.safeParse(rest)
  if (!head.success) {
    const { path, message } = itemAt(head.error.issues, 0)
    return { ok: false, problem: `${path.join('.')}: ${message}` }
  }
  const problem = unsound(head.data)
  if (problem) return { ok: false, problem }
  if (listed !== null && !Array.isArray(listed)) return { ok: false, problem: 'matches: expected a list, or null' }
  return { ok: true, archive: { head: head.data, matches: listed === null ? null : (matches ?? (() => texts(listed))) } }
}

async function* texts(matches: readonly unknown[]): AsyncGenerator<string, void, undefined> {
  for (const match of matches) yield JSON.stringify(match)
}

/** Up to the line that ends the list. What is there instead of it, or after it, is no match: whoever reads it will say so. */
async function* matchLines(file: string, from: number): AsyncGenerator<string, void, undefined> {
  let hasEnded = false
  for await (const { bytes } of byteLines(file, from)) {
    const line = bytes.toString()
    if (line === LAST_LINE && !hasEnded) hasEnded = true
    else yield !hasEnded && line.endsWith(',') ? line.slice(0, -1) : line
  }
  if (!hasEnded) yield ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
