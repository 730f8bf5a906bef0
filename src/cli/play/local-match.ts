/** A match against bots that is kept in a file of one's own: a transcript, so that `chancery verify` can check it. */
import { createHmac, randomBytes } from 'node:crypto'
import { type BotName, isBotName } from '../../bots/roster.js'
import { substituteMove } from '../../bots/substitute.js'
import { labelledDice } from '../../dice/labelled.js'
import type { AnyGame } from '../../games/contract.js'
import { commitmentTo, genesisHash } from '../../log/chain.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import { readEvents } from '../../match/offline/replay.js'
import { inWords, noticesOf, viewOf } from '../../match/offline/seen.js'
import { firstPosition, type Position, positionAfter, readMove, type Step, step } from '../../match/offline/step.js'
import { statesOf } from '../../match/offline/take-back.js'
import type { Transcript } from '../../match/offline/transcript.js'
import { MOST_OFFERED, type Playing, type Standing } from './playing.js'
import type { Think } from './thinking.js'

/** Who plays a seat: the person at the terminal, or a bot. */
export type Sitter = 'you' | BotName

export interface LocalSetting {
  readonly game: AnyGame
  readonly options: object
  /** By seat; one of them is `you`. */
  readonly sitters: readonly Sitter[]
  /** 32 bytes; left out, they are drawn. */
  readonly secret?: Uint8Array | undefined
}

/** The id of a match tells who sits where, so that its file alone is enough to go on with it. */
export function newLocalMatch({ game, options, sitters, secret = randomBytes(32) }: LocalSetting): Transcript {
  const number = createHmac('sha256', secret).update('id').digest('hex').slice(0, 12)
  const match = `local-${game.id}-${number}:${sitters.join(',')}`
  return {
    format: 'chancery-match/1',
    match,
    game: game.id,
    options: { ...options },
    seats: sitters.length,
    commitment: commitmentTo(secret, match),
    secret: Buffer.from(secret).toString('hex'),
    entries: [],
  }
}

/** Who sits where; undefined if the match was not made to be played here. */
export function sittersOf({ match, seats }: Transcript): Sitter[] | undefined {
  const [, names = ''] = /^local-[a-z-]+-[0-9a-f]+:(.+)$/.exec(match) ?? []
  const sitters = names.split(',').filter((name): name is Sitter => name === 'you' || isBotName(name))
  return sitters.length === seats && sitters.filter((name) => name === 'you').length === 1 ? sitters : undefined
}

/** How the file is kept. */
export interface Keeping {
  readonly file: string
  save(transcript: Transcript): void
}

export interface LocalParts {
  readonly game: AnyGame
  readonly transcript: Transcript
  readonly sitters: readonly Sitter[]
  readonly keeping: Keeping
  readonly think: Think
}

interface Table extends LocalParts {
  readonly seat: number
  position: Position
}

/** Goes on where the entries of the transcript end; before the first, the match is started. */
export function localMatch(parts: LocalParts): Playing {
  const { game, transcript, sitters, keeping } = parts
  const seat = sitters.indexOf('you')
  const table: Table = { ...parts, seat, position: positionOf(game, transcript) }
  if (transcript.entries.length === 0) must(advance(table, { type: 'start' }))
  const told = teller(table)
  return {
    game,
    seat,
    players: sitters,
    next: (signal, tell) => next(table, signal, tell),
    play: async (move) => play(table, move),
    news: async () => told.news(),
    log: async () => told.all(),
    farewell: ['The match is kept, and `chancery resume` goes on with it:', keeping.file, SECRET_INSIDE],
  }
}

const SECRET_INSIDE = 'The file holds the secret of the match: whoever reads it can work out all that is hidden.'

function positionOf(game: AnyGame, transcript: Transcript): Position {
  const { entries, options, seats } = transcript
  const states = statesOf(game, game.initial(game.schema.options.parse(options), seats), entries)
  const last = entries.at(-1)
  return last ? positionAfter(last, states.at(-1)) : firstPosition(genesisHash(transcript), states[0])
}

/** The one way in which the match goes on: an entry, a new position, and the file. */
function advance(table: Table, command: StoredCommand): Step {
  const secret = Buffer.from(table.transcript.secret, 'hex')
  const played = step(table.game, table.position, command, { dice: labelledDice(secret), secret }, null)
  if (!played.ok) return played
  table.transcript.entries.push(played.entry)
  table.position = played.next
  table.keeping.save(table.transcript)
  return played
}

function must(played: Step): void {
  if (!played.ok) throw new Error(`the rules refuse what they should allow: ${played.refusal.message}`)
}

async function next(table: Table, signal: AbortSignal, tell: (waitingFor: string) => void): Promise<Standing | undefined> {
  for (;;) {
    const { awaiting } = table.game.phase(table.position.state)
    const bot = awaiting.find(({ seat }) => seat !== table.seat)
    if (!bot) return standingOf(table)
    tell(`Seat ${bot.seat} (${table.sitters[bot.seat]}) is thinking ...`)
    if (!(await moveBot(table, bot.seat, signal))) return undefined
  }
}

/**
 * A bot is shown what its seat may know, and given a seed that is the same whenever this position is come to again. False if the signal ended its
 * thinking.
 */
async function moveBot(table: Table, seat: number, signal: AbortSignal): Promise<boolean> {
  const { game, position, sitters } = table
  const bot = sitters[seat]
  if (bot === undefined || bot === 'you') throw new Error(`seat ${seat} is no bot's`)
  const view = viewOf(game, position.state, seat)
  const move = await table.think({ game: game.id, bot, view, seat, seed: seedOf(table, seat) }, signal)
  if (signal.aborted) return false
  if (move && advance(table, { type: 'move', seat, move }).ok) return true
  const substitute = substituteMove(game, position, seat)
  if (!substitute) throw new Error(`${game.id}: seat ${seat} is awaited and has no move`)
  must(advance(table, { type: 'move', seat, move: substitute }))
  return true
}

const seedOf = ({ transcript, position }: Table, seat: number): number =>
  createHmac('sha256', Buffer.from(transcript.secret, 'hex')).update(`bot\n${position.version}\n${seat}`).digest().readUInt32BE(0)

function play(table: Table, given: unknown): string | undefined {
  const read = readMove(table.game, given)
  if (!read.ok) return read.refusal.message
  const played = advance(table, { type: 'move', seat: table.seat, move: read.move })
  return played.ok ? undefined : played.refusal.message
}

function standingOf({ game, seat, position, keeping }: Table): Standing {
  const { awaiting, over } = game.phase(position.state)
  const moves = game.legalMoves(position.state, seat)
  const listed = Array.from({ length: Math.min(moves.size, MOST_OFFERED) }, (_, index): StoredMove => moves.at(index))
  return {
    view: viewOf(game, position.state, seat),
    decision: awaiting.find((one) => one.seat === seat)?.decision,
    offered: listed.map((move) => ({ move, label: game.describe.move(move) })),
    isComplete: moves.complete && moves.size <= MOST_OFFERED,
    ended: over
      ? { places: over, afterwards: ['The whole match can be checked:', `chancery verify ${keeping.file}`] }
      : undefined,
  }
}

/** What the seat has heard, in sentences: notices are made for it alone. */
function teller({ game, seat, transcript: { entries } }: Table) {
  const since = (from: number): string[] =>
    entries.slice(from).flatMap(({ events }) => inWords(game, noticesOf(game, readEvents(game, events), seat)))
  const isOwn = (command: StoredCommand): boolean => command.type === 'move' && command.seat === seat
  let told = Math.max(
    0,
    entries.findLastIndex(({ command }) => isOwn(command)),
  )
  return {
    all: () => since(0),
    news: () => {
      const from = told
      told = entries.length
      return since(from)
    },
  }
}
