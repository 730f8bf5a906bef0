/**
 * A backup: compressed lines of JSON. First the header, then the rows of one table after the other, each a list of the columns' text forms, and at
 * last how many rows there were and the SHA-256 of all lines before.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { failure } from '../failure.js'
import { codeOf, messageOf } from '../thrown.js'

const FORMAT = 'chancery-backup'
const VERSION = 1

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  /** Of Chancery. */
  madeBy: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), next: z.string() })),
})
export type Header = z.infer<typeof Header>

const Row = z.array(z.string().nullable())
const Table = z.object({ table: z.string(), columns: z.array(z.string()), rows: z.int() })
const End = z.object({ rows: z.int(), sha256: z.string() })
const Line = z.union([Row, Table, End])
export type Row = z.infer<typeof Row>
/** Before the rows of a table: their number and what is in each. */
export type Table = z.infer<typeof Table>

export const headerOf = (parts: Omit<Header, 'format' | 'version'>): Header => ({ format: FORMAT, version: VERSION, ...parts })

/** The text of a backup, from its lines in their order. */
export async function* written(header: Header, lines: AsyncIterable<readonly (Table | Row)[]>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = 0
  const text = (values: readonly unknown[]): string => {
    const made = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    hash.update(made)
    return made
  }
  yield text([header])
  for await (const some of lines) {
    rows += some.filter(Array.isArray).length
    yield text(some)
  }
  yield text([{ rows, sha256: hash.copy().digest('hex') }])
}

export interface Backup {
  readonly header: Header
  /** To be read once, to the end: only then is it certain that the file is whole. */
  readonly lines: AsyncIterable<Table | Row>
}

export async function readBackup(file: string): Promise<Backup> {
  const lines = linesOf(file)
  const first = await lines.next()
  const header = first.done ? undefined : Header.safeParse(jsonOf(first.value, file))
  if (!header?.success) throw failure(`${file}: is no backup of a kind that this version of Chancery reads.`, 2)
  return { header: header.data, lines: checked(file, String(first.value), lines) }
}

async function* checked(file: string, first: string, lines: AsyncIterable<string>): AsyncGenerator<Table | Row> {
  const hash = createHash('sha256').update(`${first}\n`)
  let rows = 0
  let end: z.infer<typeof End> | undefined
  for await (const line of lines) {
    const read = Line.safeParse(jsonOf(line, file))
    if (!read.success || end) throw damaged(file)
    if ('sha256' in read.data) {
      end = read.data
      continue
    }
    hash.update(`${line}\n`)
    if (Array.isArray(read.data)) rows++
    yield read.data
  }
  if (!end) throw damaged(file, 'it ends too early')
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw damaged(file, 'its checksum is another')
}

/** The rows of a match with the most content are some megabytes long; what is longer than this is no backup, and would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024

/** Not by readline, for which a line also ends at characters that JSON has inside texts. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  try {
    const text = createReadStream(file).on('error', (error) => unpacked.destroy(error))
    const unpacked = text.pipe(createGunzip()).setEncoding('utf8')
    for await (const chunk of unpacked) {
      const lines: string[] = chunk.split('\n')
      // Only the new part is searched: a line may come in thousands of chunks.
      lines[0] = `${rest}${lines[0]}`
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw damaged(file, 'a line of it is too long')
      yield* lines
    }
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code.startsWith('Z_')) throw damaged(file, messageOf(error))
    throw /^E[A-Z]+$/.test(code) ? failure(`${file}: ${messageOf(error)}.`, 2) : error
  }
  if (rest !== '') throw damaged(file, 'it ends too early')
}

function jsonOf(line: string, file: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged(file)
  }
}

const damaged = (file: string, why = 'it is not as it was written') => failure(`${file}: is damaged: ${why}.`)
