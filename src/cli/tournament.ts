/** `chancery tournament`: tournaments without a server, and what is made of the file that each of them leaves. */
import type { Io } from './terminal.js'
import { exportArchive } from './tournament/export.js'
import { replay } from './tournament/replay.js'
import { report } from './tournament/report.js'
import { run } from './tournament/run.js'
import { expected } from './usage.js'

const COMMANDS: Readonly<Record<string, { run(argv: readonly string[], io: Io): Promise<number>; about: string }>> = {
  run: { run, about: 'play the tournament that a file describes' },
  replay: { run: replay, about: 'work a tournament out again from its file, and compare' },
  report: { run: report, about: 'write a page with its tables and pictures' },
  export: { run: exportArchive, about: 'write its tables, records and matches as CSV, NDJSON or JSON' },
}

const HELP = `chancery tournament <command> [arguments]

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(8)}  ${about}`)
  .join('\n')}

chancery tournament <command> --help tells more. docs/tournaments.md is a guide.`

export async function tournament([name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    io.out(HELP)
    return 0
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw expected('tournament', `one of ${Object.keys(COMMANDS).join(', ')}`, name)
  return command.run(rest, io)
}
