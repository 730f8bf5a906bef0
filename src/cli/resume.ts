/** `chancery resume`: going on with a match that was played before. */
import { findGame } from '../games/registry.js'
import { failure } from '../platform/failure.js'
import { isThere, keptIn, type Last, lastPlayed, readMatch, remember } from './play/kept.js'
import { localMatch, sittersOf } from './play/local-match.js'
import { playThere, serverOf } from './play/server.js'
import { atTerminal } from './play/sitting-down.js'
import { thinking } from './play/thinking.js'
import { REMOTE_FLAGS, REMOTE_HELP } from './remote.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

export const RESUME_HELP = `chancery resume [FILE | ID] [--url URL] [--token-file FILE]

Goes on with a match that \`chancery play\` has begun: with the one that was played last, unless its file is named, or its id on a server.

  --help             print this

For a match on a server:

${REMOTE_HELP}`

export async function resume(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, { ...REMOTE_FLAGS, help: { type: 'boolean', short: 'h', default: false } })
  if (values.help) {
    io.out(RESUME_HELP)
    return 0
  }
  const [named, surplus] = positionals
  if (surplus !== undefined) throw expected('arguments', 'one match', surplus)
  const found = named === undefined ? lastPlayed() : matchNamed(named)
  if ('file' in found) return resumeFile(found.file, io)
  return playThere(serverOf({ ...values, url: values.url ?? found.url }), io, async () => found.match)
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const matchNamed = (named: string): Last | { match: string; url?: undefined } =>
  ID.test(named) && !isThere(named) ? { match: named } : { file: named }

function resumeFile(file: string, io: Io): Promise<number> {
  const transcript = readMatch(file)
  const sitters = sittersOf(transcript)
  const game = findGame(transcript.game)
  if (!sitters || !game) throw failure(`${file}: this match was not begun by \`chancery play\`, so nobody knows who plays it`, 2)
  const keeping = keptIn(file)
  remember({ file: keeping.file })
  return atTerminal(io, () => localMatch({ game, transcript, sitters, keeping, think: thinking() }))
}
