/** `chancery tournament export`: what is in the file of a tournament, as files that other programs read. */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatTranscript, readTranscript } from '../../match/offline/transcript.js'
import { failure } from '../../platform/failure.js'
import { codeOf } from '../../platform/thrown.js'
import type { Archive } from '../../tournaments/archive/reading.js'
import { jsonText, ndjsonText, SHEET_FORMATS, type SheetFormat, sheetText } from '../../tournaments/export/sheet-text.js'
import { SHEETS, sheetOf } from '../../tournaments/export/sheets.js'
import { type Tournament, tournamentOf } from '../../tournaments/state.js'
import { type Io, progress } from '../terminal.js'
import { expected, oneOf, parseArguments } from '../usage.js'
import { archiveAt } from './archive.js'

export const EXPORT_HELP = `chancery tournament export EVENT.json --dir DIR [--format ${SHEET_FORMATS.join('|')}] [--no-matches]

Writes to the folder DIR, which is made if need be:

  tournament.json    id, setting, commitment and secret
  ${SHEETS.join(', ')}
                     one file each, in the format that is asked for; they are worked out from the records
  records.ndjson     what happened, one record a line (records.json with --format json)
  matches/*.json     every match as a file that \`chancery verify\` checks

  --format FORMAT    csv if left out
  --no-matches       leave the matches out
  --help             print this

Exit code 0 if all is written, 2 for wrong usage or a file that is not that of a tournament.`

export async function exportArchive(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, {
    dir: { type: 'string' },
    format: { type: 'string', default: 'csv' },
    'no-matches': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(EXPORT_HELP)
    return 0
  }
  const format = oneOf('--format', SHEET_FORMATS, values.format)
  const { dir } = values
  if (dir === undefined) throw expected('--dir', 'the folder to write to', undefined)
  const { archive } = await archiveAt(positionals)
  makeFolder(dir)
  const tournament = tournamentOf(archive.head.setting, archive.head.records)
  const files = await writeSheets(dir, archive, tournament, format)
  const matches = values['no-matches'] || !archive.matches ? 0 : await writeMatches(join(dir, 'matches'), archive, tournament, io)
  io.out(`${dir}: ${files} files and ${matches} ${matches === 1 ? 'match' : 'matches'}`)
  return 0
}

function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (error) {
    throw failure(`--dir: expected a folder to write to, but ${codeOf(error)} for ${dir}`, 2)
  }
}

/** How many files there are. */
async function writeSheets(dir: string, { head }: Archive, tournament: Tournament, format: SheetFormat): Promise<number> {
  const { id, setting, commitment, secret, records } = head
  const files: [string, Iterable<string>][] = [
    ['tournament.json', [`${JSON.stringify({ id, setting, commitment, secret }, null, 2)}\n`]],
    ...SHEETS.map((name): [string, Iterable<string>] => [`${name}.${format}`, sheetText(sheetOf(name, tournament), format)]),
    format === 'json' ? ['records.json', jsonText(records)] : ['records.ndjson', ndjsonText(records)],
  ]
  for (const [name, text] of files) await pipeline(Readable.from(text), createWriteStream(join(dir, name)))
  return files.length
}

/** How many matches there are. Each is named for its table. */
async function writeMatches(dir: string, { matches }: Archive, tournament: Tournament, io: Io): Promise<number> {
  const tableOf = new Map([...tournament.matches].map(([table, match]) => [match, table]))
  const digits = String(tournament.tables.length).length
  const bar = progress(io, tournament.matches.size, 'matches')
  mkdirSync(dir, { recursive: true })
  let written = 0
  for await (const text of matches?.() ?? []) {
    const read = readTranscript(text)
    const table = read.ok ? tableOf.get(read.transcript.match) : undefined
    if (!read.ok || table === undefined) throw failure(`match ${written + 1}: ${read.ok ? 'is of no table' : read.problem}`)
    writeFileSync(join(dir, `table-${String(table).padStart(digits, '0')}.json`), formatTranscript(read.transcript))
    bar.done(++written)
  }
  bar.clear()
  return written
}
