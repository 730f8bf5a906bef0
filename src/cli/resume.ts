/** `chancery resume`: going on with a match that was played before. */
import { findGame } from '../games/registry.js'
import { failure } from '../platform/failure.js'
import { keptIn, lastPlayed, readMatch, remember } from './play/kept.js'
import { localMatch, sittersOf } from './play/local-match.js'
import { atTerminal } from './play/sitting-down.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

export const RESUME_HELP = `chancery resume [FILE]

Goes on with a match that \`chancery play\` has begun: with the one that was played last, if no file is named.`

export async function resume(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, { help: { type: 'boolean', short: 'h', default: false } })
  if (values.help) {
    io.out(RESUME_HELP)
    return 0
  }
  const [named, surplus] = positionals
  if (surplus !== undefined) throw expected('arguments', 'one match', surplus)
  const last = named === undefined ? lastPlayed() : { file: named }
  if (!('file' in last)) throw failure('')
  return resumeFile(last.file, io)
}

function resumeFile(file: string, io: Io): Promise<number> {
  const transcript = readMatch(file)
  const sitters = sittersOf(transcript)
  const game = findGame(transcript.game)
  if (!sitters || !game) throw failure(`${file}: this match was not begun by \`chancery play\`, so nobody knows who plays it`, 2)
  const keeping = keptIn(file)
  remember({ file: keeping.file })
  return atTerminal(localMatch(game, transcript, sitters, keeping), io)
}
