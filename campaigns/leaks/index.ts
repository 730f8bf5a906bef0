/**
 * A recorder keeps every byte that leaves the server for one seat during random matches of all games. When they are over and the
 * truth is known, nothing may be found in it that the seat could not know when it was sent.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../src/client/index.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { notFound } from '../../src/platform/problem.js'
import { anyMove, type Chance, chance, randomOptions } from '../chance.js'
import type { Flags } from '../flags.js'
import { prepareGround } from '../ground.js'
import { OUT_OF_TIME, type Outcome, type Say } from '../outcome.js'
import { createMatch } from '../played.js'
import { newPlayers, type Player } from '../players.js'
import { fetchTranscript } from '../proof.js'
import type { ServerProcess } from '../server-process.js'
import {
  askCheck,
  askLeave,
  askLegalMoves,
  askStale,
  askSubmit,
  askSubmitInList,
  type Moment,
  problemAnswer,
  restAsks,
} from './asks.js'
import { examine, type Findings } from './examination.js'
import { graphqlAsks, askSubmit as submitByGraphql } from './graphql-asks.js'
import { type Listener, listener } from './listener.js'
import { type Recorder, startRecorder } from './recorder.js'
import { type Facts, type Truth, truthOf } from './truth.js'

const AT_ONCE = 4
/** The ways in which a move is sent. */
const SUBMITS = [askSubmit, submitByGraphql, askSubmitInList]
/** A seat leaves instead of moving once in so many moves. */
const LEAVING = 400
/** One step in so many ends the match by agreement. */
const ABORTING = 400

/** A player of the campaign, and how cards of matches show it. */
interface Guest {
  readonly player: Player
  readonly shown: Facts['holders'][number]
}

interface Run {
  readonly server: ServerProcess
  readonly seat: Listener
  /** The one whose bytes are recorded. */
  readonly observed: Guest
  readonly others: readonly Guest[]
}

export async function leaks(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  try {
    const server = await ground.server({ LOG_LEVEL: 'trace' })
    await server.start()
    const recorder = await startRecorder(server.url)
    const run = await invite(server, recorder)
    const played = await playAll(run, flags, say)
    const { failures, counts } = await hearAll(run, recorder, new Map(played.map((truth) => [truth.log.match, truth])))
    if (counts['entries that hid something from the seat'] === 0)
      failures.push('nothing was hidden in these matches, so nothing is shown')
    return { counts: { matches: played.length, ...counts, leaks: failures.length }, failures }
  } finally {
    await ground.close()
  }
}

async function invite(server: ServerProcess, recorder: Recorder): Promise<Run> {
  const most = Math.max(...games.map(({ seats }) => seats.max))
  const players = await newPlayers(server.url, most + 1)
  const guests = await Promise.all(players.map(async (player) => ({ player, shown: (await player.at(server.url).me()).player })))
  const observed = itemAt(guests, 0)
  return { server, seat: listener(recorder.url, observed.player.token), observed, others: guests.slice(1) }
}

/** The finished logs are asked for last of all, when what was recorded before has been put aside. */
async function hearAll(run: Run, recorder: Recorder, truths: ReadonlyMap<string, Truth>): Promise<Findings> {
  const { server, seat, observed, others } = run
  const connections = recorder.connections.map((portions) => [...portions])
  for (const [match, { end }] of truths) await askForLog(run, match, end)
  await recorder.close()
  await server.kill('SIGTERM')
  const tokens = [observed, ...others].map(({ player }) => player.token)
  return examine({ truths, filed: seat.filed, overheard: seat.overheard, connections, output: server.output(), tokens })
}

async function playAll(run: Run, { matches, seed, minutes, game: only }: Flags, say: Say): Promise<Truth[]> {
  const truths: Truth[] = []
  const played = games.filter(({ id }) => only === undefined || id === only)
  const deadline = Date.now() + minutes * 60_000
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < matches) {
      if (Date.now() > deadline) throw new Error(OUT_OF_TIME)
      const game = itemAt(played, next % played.length)
      truths.push(await playMatch(run, game, chance(seed + next++)))
      if (truths.length % 20 === 0) say(`${truths.length} matches played, ${run.seat.filed.length} answers filed`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return truths
}

/** The finished logs hold the whole truth: they are downloaded last, so that until then no word of it may have been sent. */
async function askForLog({ seat }: Run, match: string, end: number): Promise<void> {
  const path = `/v1/matches/${match}/log`
  await seat.ask(match, end, {
    name: 'the finished log',
    method: 'GET',
    path,
    read: (body) => body,
    expect: ({ facts, log }) =>
      facts.seat === null && facts.visibility === 'private' ? problemAnswer(notFound('match'), path) : { status: 200, body: log },
  })
}

interface Play {
  readonly run: Run
  readonly random: Chance
  readonly facts: Facts
  readonly game: AnyGame
  /** By seat, directly at the server; what they hear is not recorded. */
  readonly clients: readonly Client[]
  /** A client of another player than the observed one, who has a seat. */
  readonly host: Client
  readonly candidates: object[]
}

async function playMatch(run: Run, game: AnyGame, random: Chance): Promise<Truth> {
  const play = await seatAll(run, game, random)
  const { facts, host, candidates } = play
  const following = run.seat.follow(facts.id, game, random.between(0, 2))
  for (;;) {
    const { status, version, awaiting } = await host.match(facts.id)
    const moment: Moment = { id: facts.id, game, version, isOver: status !== 'running', random, candidates }
    for (let asks = random.between(1, 2); asks > 0; asks--) await askAnything(run, moment)
    if (status !== 'running') break
    if (random.once(ABORTING)) await allAgreeToAbort(play)
    else if (random.once(LEAVING)) await someoneLeaves(play, moment)
    else await moveOn(play, moment, random.pick(awaiting))
  }
  await following
  return truthOf(facts, await fetchTranscript(host, facts.id))
}

async function askAnything({ seat }: Run, moment: Moment): Promise<void> {
  const { random } = moment
  const ask = random.pick(random.once(3) ? graphqlAsks(moment) : restAsks(moment))(moment)
  await seat.ask(moment.id, moment.version, ask)
}

/** The observed player has a seat in four matches of five, and watches the others; one match in four is private. */
async function seatAll(run: Run, game: AnyGame, random: Chance): Promise<Play> {
  const seats = random.between(game.seats.min, game.seats.max)
  const place = random.once(5) ? null : random.between(0, seats - 1)
  const seated = run.others.slice(0, place === null ? seats : seats - 1)
  if (place !== null) seated.splice(place, 0, run.observed)
  const clients = seated.map(({ player }) => player.at(run.server.url))
  const host = itemAt(clients, place === 0 ? 1 : 0)
  const visibility = random.once(4) ? 'private' : 'public'
  const options = randomOptions(game, random)
  const { id, invitation } = await createMatch(host, game, { seats, options, visibility, join: false })
  for (const [seat, client] of clients.entries()) await client.join(id, { seat, ...(invitation !== null && { invitation }) })
  const holders = seated.map(({ shown }) => shown)
  return { run, random, game, clients, host, candidates: [], facts: { id, visibility, invitation, holders, seat: place } }
}

async function moveOn(
  { run, facts, clients, candidates, random }: Play,
  moment: Moment,
  awaited: { seat: number; since: number },
): Promise<void> {
  const client = itemAt(clients, awaited.seat)
  const { moves } = await client.legalMoves(facts.id)
  for (const { move } of moves.slice(0, 50)) if (random.once(10)) candidates.push(move)
  const move = anyMove(moves, random)
  if (facts.seat !== awaited.seat) {
    if (random.once(6)) await tryToMove(run, moment, random)
    await client.submit(facts.id, move, { idempotencyKey: randomUUID() })
    return
  }
  await run.seat.ask(facts.id, moment.version, askLegalMoves(moment))
  if (candidates.length > 0 && random.once(3)) await run.seat.ask(facts.id, moment.version, askCheck(moment))
  if (random.once(6)) await run.seat.ask(facts.id, moment.version, askStale(moment, move, awaited.since))
  await run.seat.ask(facts.id, moment.version, random.pick(SUBMITS)(moment, move))
}

/** Out of turn: the refusal must say nothing but that. */
async function tryToMove({ seat }: Run, moment: Moment, random: Chance): Promise<void> {
  if (moment.candidates.length === 0) return
  const move = random.pick(moment.candidates)
  await seat.ask(moment.id, moment.version, random.pick(SUBMITS)(moment, move))
}

/** All at once: nothing is asked while only some of them have agreed. */
async function allAgreeToAbort({ facts, clients, host }: Play): Promise<void> {
  const { seats } = await host.match(facts.id)
  for (const { seat } of seats.filter(({ left }) => !left)) await itemAt(clients, seat).abort(facts.id)
}

async function someoneLeaves({ run, facts, clients, host, random }: Play, moment: Moment): Promise<void> {
  const { seats } = await host.match(facts.id)
  const { seat } = random.pick(seats.filter(({ left }) => !left))
  if (seat === facts.seat) await run.seat.ask(facts.id, moment.version, askLeave(moment))
  else await itemAt(clients, seat).leave(facts.id)
}
