/** `chancery play`: a match against bots, at a terminal. */
import { createHash } from 'node:crypto'
import { BOTS, type BotName, isBotName } from '../bots/roster.js'
import type { AnyGame } from '../games/contract.js'
import { findGame, games } from '../games/registry.js'
import { readOptions } from '../match/offline/transcript.js'
import { failure } from '../platform/failure.js'
import { isThere, keptIn, newFile, remember } from './play/kept.js'
import { localMatch, newLocalMatch, type Sitter } from './play/local-match.js'
import { newServerMatch, playThere, serverOf, type Wanted } from './play/server.js'
import { atTerminal } from './play/sitting-down.js'
import { thinking } from './play/thinking.js'
import { REMOTE_FLAGS, REMOTE_HELP } from './remote.js'
import type { Io } from './terminal.js'
import { expected, json, parseArguments, UsageError, wholeNumber } from './usage.js'

const DEFAULT_BOT: BotName = 'search:2'

export const PLAY_HELP = `chancery play <game> [--seats N] [--bots NAME,...] [--seat N] [--options JSON] [--seed S] [--file FILE]
chancery play <game> --url URL [--token-file FILE] [--seats N] [--bots NAME,...] [--seat N] [--options JSON]
chancery play --match ID [--url URL] [--token-file FILE]

Plays a match against bots, here at the terminal. The match is kept in a file, move by move: \`chancery resume\` goes on with it.

  <game>          ${games.map(({ id, seats }) => `${id} (${seats.min} to ${seats.max} seats)`).join(', ')}
  --seats N       number of seats; the fewest, if left out
  --bots NAME,... who plays the other seats: ${BOTS.join(', ')}. One name for
                  all of them, or one for each; ${DEFAULT_BOT}, if left out
  --seat N        your seat, from 0; 0, if left out
  --options JSON  options of the game, such as '{"noLuck":true}'
  --seed S        a whole number from which all chance comes; drawn, if left out
  --file FILE     where the match is kept; a new file in XDG_DATA_HOME/chancery, if left out
  --match ID      play on a server, in a match where you have a seat or can take one
  --help          print this

On a server, where one of these is given:

${REMOTE_HELP}

The file is a transcript that \`chancery verify\` checks. It holds the secret from which all chance comes: do not read it while you play.`

const FLAGS = {
  seats: { type: 'string' },
  seat: { type: 'string' },
  bots: { type: 'string' },
  options: { type: 'string', default: '{}' },
  seed: { type: 'string' },
  file: { type: 'string' },
  match: { type: 'string' },
  ...REMOTE_FLAGS,
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Values = ReturnType<typeof parseArguments<typeof FLAGS>>['values']

export async function play(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS)
  if (values.help) {
    io.out(PLAY_HELP)
    return 0
  }
  const { match, url, 'token-file': tokenFile, seed, file } = values
  if (match === undefined && url === undefined && tokenFile === undefined) return playHere(gameNamed(positionals), values, io)
  if (seed !== undefined || file !== undefined)
    throw expected(seed === undefined ? '--file' : '--seed', 'a match without a server', seed ?? file)
  const server = serverOf(values)
  if (match !== undefined) return playThere(server, io, async () => match)
  const wanted = wantedOf(gameNamed(positionals), values)
  return playThere(server, io, () => newServerMatch(server, wanted))
}

/** The match that the flags describe. */
function wantedOf(game: AnyGame, values: Values): Wanted {
  const seats = values.seats === undefined ? game.seats.min : wholeNumber('--seats', values.seats, game.seats.min, game.seats.max)
  return {
    game: game.id,
    seats,
    seat: values.seat === undefined ? undefined : wholeNumber('--seat', values.seat, 0, seats - 1),
    options: optionsOf(game, values.options),
    bots: botsFor(values.bots, seats - 1),
  }
}

function playHere(game: AnyGame, values: Values, io: Io): Promise<number> {
  const { seat = 0, options, bots } = wantedOf(game, values)
  const sitters: Sitter[] = [...bots.slice(0, seat), 'you', ...bots.slice(seat)]
  const transcript = newLocalMatch({ game, options, sitters, secret: secretOf(values.seed) })
  const keeping = keptIn(values.file ?? newFile(transcript))
  if (values.file !== undefined && isThere(values.file))
    throw failure(`--file: ${values.file} is there already: \`chancery resume ${values.file}\` goes on with it`, 2)
  remember({ file: keeping.file })
  return atTerminal(io, () => localMatch({ game, transcript, sitters, keeping, think: thinking() }))
}

function gameNamed([id, surplus]: readonly string[]): AnyGame {
  const game = id === undefined ? undefined : findGame(id)
  if (!game) throw expected('game', `one of ${games.map((known) => known.id).join(', ')}`, id)
  if (surplus !== undefined) throw expected('arguments', 'one game', surplus)
  return game
}

/** One name for all, or one for each. */
function botsFor(text: string = DEFAULT_BOT, count: number): BotName[] {
  const names = text.split(',').map((name) => {
    if (!isBotName(name)) throw expected('--bots', `names among ${BOTS.join(', ')}`, name)
    return name
  })
  const [first = DEFAULT_BOT] = names
  if (names.length === 1) return new Array<BotName>(count).fill(first)
  if (names.length !== count) throw expected('--bots', `one name, or ${count}`, text)
  return names
}

function optionsOf(game: AnyGame, text: string): object {
  const read = readOptions(game, json('--options', text))
  if (!read.ok) throw new UsageError(`${['--options', read.field].filter(Boolean).join(' ')}: ${read.problem}`)
  return read.options
}

const secretOf = (seed: string | undefined): Uint8Array | undefined =>
  seed === undefined
    ? undefined
    : createHash('sha256')
        .update(`chancery play\n${wholeNumber('--seed', seed, 0, Number.MAX_SAFE_INTEGER)}`)
        .digest()
