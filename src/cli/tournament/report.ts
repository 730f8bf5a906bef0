/** `chancery tournament report`: a tournament as a page. */
import { writeFileSync } from 'node:fs'
import { failure } from '../../platform/failure.js'
import { codeOf } from '../../platform/thrown.js'
import { reportPage } from '../../tournaments/report/page.js'
import { tournamentOf } from '../../tournaments/state.js'
import { type Io, sizeText } from '../terminal.js'
import { expected, parseArguments } from '../usage.js'
import { archiveAt } from './archive.js'

export const REPORT_HELP = `chancery tournament report EVENT.json --out REPORT.html

Writes one page with standings, crosstable, strengths and the result of every table. It opens in a browser without server or network.
It is made from the setting and the records; \`chancery tournament replay\` tells whether they are what follows from each other.

  --out REPORT.html  what is written
  --help             print this

Exit code 0 if it is written, 2 for wrong usage or a file that is not that of a tournament.`

export async function report(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, {
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(REPORT_HELP)
    return 0
  }
  const { out } = values
  if (out === undefined) throw expected('--out', 'the file to write', undefined)
  const { archive } = await archiveAt(positionals)
  const { head } = archive
  const page = reportPage({ ...head, tournament: tournamentOf(head.setting, head.records) })
  try {
    writeFileSync(out, page)
  } catch (error) {
    throw failure(`--out: ${out} cannot be written (${codeOf(error)})`, 2)
  }
  io.out(`${out}: ${sizeText(Buffer.byteLength(page))}`)
  return 0
}
