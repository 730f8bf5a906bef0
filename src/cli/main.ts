/** The command line: which command to run, and how wrong usage is reported. */
import { isFailure } from '../platform/failure.js'
import { packageVersion } from '../platform/package.js'
import { rules } from './rules.js'
import { simulate } from './simulate.js'
import type { Io } from './terminal.js'
import { expected, UsageError } from './usage.js'
import { verify } from './verify.js'

type Run = (argv: readonly string[], io: Io) => number | Promise<number>

const COMMANDS: Record<string, { run: Run; about: string }> = {
  rules: { run: rules, about: 'print the rules of a game' },
  simulate: { run: simulate, about: 'play matches between bots, or of random moves, without a server' },
  tournament: {
    run: async (argv, io) => (await import('./tournament.js')).tournament(argv, io),
    about: 'play a tournament without a server; replay, report and export one',
  },
  verify: { run: verify, about: 'check match files: chain, rolls and rules' },
  // Loaded when asked for: what needs a database must not slow down what needs none.
  play: { run: async (argv, io) => (await import('./play.js')).play(argv, io), about: 'play against bots at the terminal' },
  resume: { run: async (argv, io) => (await import('./resume.js')).resume(argv, io), about: 'go on with a match played before' },
  backup: { run: async (argv, io) => (await import('./backup.js')).backup(argv, io), about: 'write the database to a file' },
  restore: { run: async (argv, io) => (await import('./restore.js')).restore(argv, io), about: 'read a backup into a database' },
  admin: {
    run: async (argv, io) => (await import('./admin.js')).admin(argv, io),
    about: 'administer a running server; make a new token for it',
  },
  mcp: { run: async (argv, io) => (await import('./mcp.js')).mcp(argv, io), about: 'connect a language model to a server' },
}

const HELP = `chancery <command> [arguments]

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(10)}  ${about}`)
  .join('\n')}

chancery <command> --help tells more; chancery --version prints the version.`

/** Runs one command line and gives the exit code: 0 done, 1 a check failed or something stands in the way, 2 wrong usage or setting. */
export async function main([name, ...rest]: readonly string[], io: Io): Promise<number> {
  try {
    if (name === '--version' || name === '-v') return say(io, version())
    if (name === '--help' || name === '-h' || name === 'help') return say(io, HELP)
    const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw expected('command', `one of ${Object.keys(COMMANDS).join(', ')}`, name)
    return await command.run(rest, io)
  } catch (error) {
    if (!(error instanceof UsageError) && !isFailure(error)) throw error
    io.complain(`chancery: ${error.message}`)
    return isFailure(error) ? error.exitCode : 2
  }
}

function say(io: Io, text: string): number {
  io.out(text)
  return 0
}

const version = (): string => packageVersion(new URL('../../package.json', import.meta.url))
