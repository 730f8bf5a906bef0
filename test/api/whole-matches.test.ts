/**
 * Every registered game, played from creation to the end over HTTP: once with each move's own mutation, once with `submitMove`
 * and, at one seat, REST. Every seat is a client of its own with its own token and loop, and neighbours talk to different servers.
 * What the clients were shown is then held against the downloaded log.
 */
import { EventEmitter, once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveName, moveTypes, typeName } from '../../src/api/schema/names.js'
import type { AnyGame, Viewer } from '../../src/games/contract.js'
import { games } from '../../src/games/registry.js'
import { fold, readEvents } from '../../src/match/offline/replay.js'
import { Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { LIBRARY_CONTENT, LONE_CARD } from '../games/medieval-realms/decks.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { caller } from './rest.js'
import {
  type Accepted,
  graphqlSeat,
  type Move,
  type Offer,
  restSeat,
  type SeatClient,
  submitMove,
  typedMutation,
} from './seat-clients.js'

interface Setting {
  readonly seats: number
  readonly options: object
}

interface Plan {
  readonly typed: Setting
  readonly listed: Setting
  /** Kinds of moves that all but every match with the typed mutations has; all of them if absent. Others need luck or an option. */
  readonly certain?: readonly string[]
  /** Decisions for which the list of legal moves is always a sample of a larger space, and those for which it may be one. */
  readonly sampled?: readonly string[]
  readonly oftenSampled?: readonly string[]
}

const ordinary = ({ seats }: AnyGame): Plan => ({
  typed: { seats: seats.min, options: {} },
  listed: { seats: seats.max, options: {} },
})

/** A host's own deck, because no standard card brings a card. */
const GIFTS = {
  deck: [
    ...LIBRARY_CONTENT.deck,
    { ...LONE_CARD, id: 'tithe', copies: 20, colour: 'green', effects: [{ when: 'played', gain: 'choice', amount: 1 }] },
  ],
}

const PLANS: Readonly<Record<string, Plan>> = {
  kingdoms: {
    typed: { seats: 4, options: {} },
    listed: { seats: 4, options: { noLuck: true } },
    certain: ['placeCastle', 'drawTile', 'placeTile', 'placeStartTile'],
  },
  'medieval-realms': {
    typed: { seats: 3, options: { firstOrder: 'seats', content: GIFTS } },
    listed: { seats: 5, options: {} },
    sampled: ['pickPair', 'placeLeaders'],
  },
  regents: {
    typed: { seats: 3, options: {} },
    listed: { seats: 5, options: { edition: 'de', map: 'wheel' } },
    certain: ['placeAgent', 'moveAgent', 'moveKing', 'spy', 'accuse', 'moveNeutral'],
  },
  royals: {
    typed: { seats: 2, options: {} },
    listed: { seats: 5, options: { jokers: 'always' } },
    oftenSampled: ['firstDraw', 'play', 'draw', 'drawMore'],
  },
}

/** A few seconds are enough; this is for a machine with much else to do. */
const TIME = 240_000

let one: TestApp
let other: TestApp
let tokens: string[]

beforeAll(async () => {
  one = await startApp()
  other = await startApp({ databaseUrl: one.databaseUrl })
  tokens = []
  for (let seat = 0; seat < 5; seat++) tokens.push((await one.register(`Player ${seat}`)).token)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const serverOf = (seat: number): string => (seat % 2 === 0 ? one.url : other.url)

/** One client a seat; the host has made the match and the others have joined it. */
async function begin(game: AnyGame, { seats, options }: Setting, clientAt: (seat: number, token: string) => SeatClient) {
  const input = { seats, options }
  const create = `mutation ($input: ${typeName(game, 'CreateMatch')}Input!) { made: ${moveName(game, 'createMatch')}(input: $input) { id } }`
  const { data } = await asker(one.url, tokens[0])(create, { input })
  const match = String(data.made.id)
  const clients = tokens.slice(0, seats).map((token, seat) => clientAt(seat, token))
  for (const client of clients.slice(1)) await client.join(match)
  return { match, clients }
}

/**
 * Tells waiting clients that something was played. If `wakes` is `all`, they must ask the server whose turn it is; if it is
 * `awaited`, only those are woken whom the server awaited after that move, or all at the end.
 */
function createProgress(wakes: 'all' | 'awaited') {
  const moved = new EventEmitter().setMaxListeners(0)
  const broken = new AbortController()
  let newest: Accepted = { version: 0, awaited: [] }
  const concerns = (seat: number): boolean => wakes === 'all' || newest.awaited.length === 0 || newest.awaited.includes(seat)
  return {
    reached(accepted: Accepted): void {
      if (accepted.version > newest.version) newest = accepted
      moved.emit('moved')
    },
    async beyond(version: number, seat: number): Promise<void> {
      while (newest.version <= version || !concerns(seat)) await once(moved, 'moved', { signal: broken.signal })
    },
    /** One seat has failed: nobody waits for it. */
    break: (reason: unknown): void => broken.abort(reason),
  }
}

interface Shown {
  readonly seat: number
  readonly offer: Offer
}

interface Played {
  readonly shown: readonly Shown[]
  /** Versions of the accepted moves, by seat. */
  readonly accepted: readonly (readonly number[])[]
  readonly kinds: ReadonlySet<string>
}

/** A kind of move that was not played yet wherever there is one, else one from somewhere in the list. */
function chosen(moves: readonly Move[], kinds: ReadonlySet<string>, turn: number): Move {
  const move = moves.find(({ type }) => !kinds.has(type)) ?? moves[(turn * 13) % moves.length]
  if (!move) throw new Error('there is no move to choose from')
  return move
}

/** All clients play at the same time, each whenever it is shown a legal move, until the match is over. */
async function playOut(match: string, clients: readonly SeatClient[], wakes: 'all' | 'awaited'): Promise<Played> {
  const progress = createProgress(wakes)
  const shown: Shown[] = []
  const kinds = new Set<string>()
  let moves = 0
  const playSeat = async (client: SeatClient, seat: number): Promise<number[]> => {
    const accepted: number[] = []
    for (;;) {
      const offer = await client.offer(match)
      if (offer.status === 'over') return accepted
      shown.push({ seat, offer })
      if (offer.moves.length === 0) {
        await progress.beyond(offer.version, seat)
        continue
      }
      const move = chosen(
        offer.moves.map((listed) => listed.move),
        kinds,
        moves++,
      )
      kinds.add(move.type)
      const answer = await client.play(match, move, offer.version)
      accepted.push(answer.version)
      progress.reached(answer)
    }
  }
  const seats = clients.map(playSeat)
  for (const seat of seats) seat.catch((reason) => progress.break(reason))
  return { accepted: await Promise.all(seats), shown, kinds }
}

const LOG = `query ($id: ID!) { match(id: $id) { status version commitment secret result { seat place score }
  log { complete transcript } } }`

/** The log as GraphQL and REST both give it, verified, with the state after each entry. */
async function downloaded(game: AnyGame, match: string) {
  const card = (await asker(other.url, tokens[1])(LOG, { id: match })).data.match
  const transcript = Transcript.parse(card.log.transcript)
  expect(card.log.complete).toBe(true)
  expect((await caller(one.url, tokens[0])('GET', `/v1/matches/${match}/log`)).body).toEqual(card.log.transcript)
  expect(verifyTranscript(transcript)).toEqual({ ok: true, entries: card.version, over: true })
  expect(card).toMatchObject({ status: 'over', secret: transcript.secret, commitment: transcript.commitment })
  const states = [game.initial(game.schema.options.parse(transcript.options), transcript.seats)]
  for (const { events } of transcript.entries) states.push(fold(game, states.at(-1), readEvents(game, events)))
  expect(card.result).toEqual(game.phase(states.at(-1)).over)
  return { transcript, states }
}

/** Every list of legal moves that a client was shown is the engine's own for that seat at that version. */
function expectTrueOffers(game: AnyGame, plan: Plan, states: readonly unknown[], shown: readonly Shown[]): void {
  const { sampled = [], oftenSampled = [] } = plan
  for (const { seat, offer } of shown) {
    const state = states[offer.version]
    const moves = game.legalMoves(state, seat)
    const decision = game.phase(state).awaiting.find((awaited) => awaited.seat === seat)?.decision ?? null
    const listed = Array.from({ length: Math.min(100, moves.size) }, (_, index) => moves.at(index))
    expect(offer).toMatchObject({ decision, total: moves.size, complete: moves.complete })
    expect(
      isDeepStrictEqual(
        offer.moves.map(({ move }) => move),
        listed,
      ),
      `the moves of seat ${seat} at version ${offer.version}`,
    ).toBe(true)
    if (decision !== null && !oftenSampled.includes(decision)) expect(offer.complete, decision).toBe(!sampled.includes(decision))
  }
}

/** Whoever looks back sees what the engine shows that viewer and nothing else: each seat, and a spectator without a token. */
async function expectTrueViews(game: AnyGame, match: string, states: readonly unknown[], seats: number): Promise<void> {
  const viewers: [Viewer, string | undefined][] = [...tokens.slice(0, seats).entries(), ['spectator', undefined]]
  const last = states.length - 1
  for (const [viewer, token] of viewers)
    for (const at of [1, Math.floor(last / 3), Math.floor((2 * last) / 3), last - 1]) {
      const { body } = await caller(one.url, token)('GET', `/v1/matches/${match}/view?at=${at}`)
      expect(body, `${viewer} at ${at}`).toMatchObject({ version: at, viewer })
      expect(body.view).toEqual(game.view(states[at], viewer))
    }
}

async function wholeMatch(game: AnyGame, plan: Plan, setting: Setting, clientAt: (seat: number, token: string) => SeatClient) {
  const { match, clients } = await begin(game, setting, clientAt)
  const { shown, accepted, kinds } = await playOut(match, clients, setting === plan.typed ? 'all' : 'awaited')
  const { transcript, states } = await downloaded(game, match)
  const written = clients.map((_, seat) =>
    transcript.entries.flatMap(({ command, version }) => (command.type === 'move' && command.seat === seat ? [version] : [])),
  )
  expect(accepted).toEqual(written)
  expectTrueOffers(game, plan, states, shown)
  await expectTrueViews(game, match, states, setting.seats)
  return kinds
}

describe.each(games.map((game) => ({ id: game.id, game, plan: PLANS[game.id] ?? ordinary(game) })))('$id', ({ game, plan }) => {
  test('a whole match with the typed mutations', { timeout: TIME }, async () => {
    const played = new Set<string>()
    const missing = () => (plan.certain ?? moveTypes(game)).filter((type) => !played.has(type))
    // One match in some hundreds lacks a kind of move, because the dealing is by lot.
    for (let matches = 0; matches < 3 && missing().length > 0; matches++) {
      const clientAt = (seat: number, token: string) => graphqlSeat(serverOf(seat), token, typedMutation(game))
      for (const kind of await wholeMatch(game, plan, plan.typed, clientAt)) played.add(kind)
    }
    expect(missing()).toEqual([])
  })

  test('a whole match with legalMoves and submitMove, one seat by REST', { timeout: TIME }, async () => {
    await wholeMatch(game, plan, plan.listed, (seat, token) =>
      seat === 1 ? restSeat(serverOf(seat), token) : graphqlSeat(serverOf(seat), token, submitMove),
    )
  })
})
