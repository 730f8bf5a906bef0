/**
 * What has been played so far, beside the file that is to be written: a tournament that was stopped goes on from it. A line that says whose it is, then two lines for each table: how it went, and its
 * transcript (or null). The last may be cut where the process was killed; that table is played again.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { byteLines } from '../../platform/byte-lines.js'
import { canonicalJson } from '../../platform/canonical-json.js'
import { failure } from '../../platform/failure.js'
import { Conduct } from '../conduct.js'
import { Table, TableResult } from '../record.js'

const FORMAT = 'chancery-tournament-journal/1'

/** What must be the same for going on. */
export interface JournalTitle {
  /** Of the tournament: it follows from file and secret. */
  readonly id: string
  readonly onFault: string
  readonly logs: boolean
}

const Line = z.strictObject({ table: Table, result: TableResult, programs: z.array(Conduct) })
export type JournalLine = z.infer<typeof Line>

/** In place of a transcript. */
const NONE = Buffer.from('null')

interface Place {
  readonly at: number
  readonly bytes: number
}

export interface Journal {
  /** By number of the table. */
  readonly lines: ReadonlyMap<number, JournalLine>
  add(line: JournalLine, transcript: string | null): void
  /** The transcript of a table, as it was added; null if there is none. */
  transcriptOf(table: number): string | null
  close(): void
  remove(): void
}

/** Begins one, or goes on with the one that is there. */
export async function openJournal(file: string, title: JournalTitle): Promise<Journal> {
  const found = existsSync(file) ? await readJournal(file, title) : undefined
  const lines = new Map(found?.map(({ line }) => [line.table.number, line]))
  const places = new Map(found?.map(({ line, transcript }) => [line.table.number, transcript]))
  const last = found?.at(-1)?.transcript
  const handle = openSync(file, found ? 'r+' : 'wx+')
  const first = `${titleLine(title)}\n`
  let end = last ? last.at + last.bytes + 1 : Buffer.byteLength(first)
  ftruncateSync(handle, last ? end : 0)
  if (!last) writeSync(handle, first, 0)
  return {
    lines,
    add(line, transcript) {
      const told = Buffer.from(`${JSON.stringify(line)}\n`)
      const kept = Buffer.from(`${transcript ?? NONE}\n`)
      writeSync(handle, Buffer.concat([told, kept]), 0, told.length + kept.length, end)
      lines.set(line.table.number, line)
      places.set(line.table.number, { at: end + told.length, bytes: kept.length - 1 })
      end += told.length + kept.length
    },
    transcriptOf(table) {
      const place = places.get(table)
      if (!place) return null
      const text = Buffer.alloc(place.bytes)
      readSync(handle, text, 0, place.bytes, place.at)
      return text.equals(NONE) ? null : text.toString()
    },
    close: () => closeSync(handle),
    remove: () => rmSync(file),
  }
}

const titleLine = (title: JournalTitle): string => canonicalJson({ format: FORMAT, ...title })

/** Every table of which both lines are whole. */
async function readJournal(file: string, title: JournalTitle): Promise<{ line: JournalLine; transcript: Place }[]> {
  const found: { line: JournalLine; transcript: Place }[] = []
  let told: JournalLine | undefined
  let number = 0
  for await (const { at, bytes, complete } of byteLines(file)) {
    if (!complete) break
    if (number === 0 && bytes.toString() !== titleLine(title)) throw anotherOne(file)
    if (number % 2 === 1) told = read(file, bytes.toString())
    else if (told) found.push({ line: told, transcript: { at, bytes: bytes.length } })
    number++
  }
  return found
}

function read(file: string, text: string): JournalLine {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    throw failure(`${file} is damaged: remove it, or begin anew with --fresh.`)
  }
}

const anotherOne = (file: string) =>
  failure(`${file} is of another tournament, or of other flags: go on with those, or begin anew with --fresh.`, 2)
