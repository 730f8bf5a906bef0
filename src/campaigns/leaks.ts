/**
 * A recorder keeps every byte that leaves the server for one seat during random matches of all games. When they are over and the
 * truth is known, nothing may be found in it that the seat could not know when it was sent.
 */
import { randomUUID } from 'node:crypto'
import type { Player as PlayerCard } from '../accounts/caller.js'
import type { Client, GameId } from '../client/index.js'
import type { AnyGame } from '../games/contract.js'
import { games } from '../games/registry.js'
import { askCheck, askLeave, askLegalMoves, askStale, askSubmit, type Moment, restAsks } from './asks.js'
import { type Chance, chance } from './chance.js'
import { examine } from './examination.js'
import { graphqlAsks, askSubmit as submitByGraphql } from './graphql-asks.js'
import { prepareGround, type Server } from './ground.js'
import { type Listener, listener } from './listener.js'
import type { Options } from './options.js'
import type { Outcome, Say } from './outcome.js'
import { fetchTranscript } from './proof.js'
import { startRecorder } from './recorder.js'
import { anyMove, newPlayers, type Player, randomOptions } from './table.js'
import { type Facts, type Truth, truthOf } from './truth.js'

const AT_ONCE = 4
/** A seat leaves instead of moving once in so many moves. */
const LEAVING = 400

interface Run {
  readonly server: Server
  readonly seat: Listener
  /** The one whose bytes are recorded. */
  readonly observed: Player
  readonly others: readonly Player[]
  readonly cards: ReadonlyMap<string, PlayerCard>
}

export async function leaks(options: Options, say: Say): Promise<Outcome> {
  const ground = await prepareGround(options.server)
  try {
    const server = await ground.server({ LOG_LEVEL: 'trace' })
    await server.start()
    const recorder = await startRecorder(server.url)
    const most = Math.max(...games.map(({ seats }) => seats.max))
    const [observed, ...others] = (await newPlayers(server.url, most + 1)) as [Player, ...Player[]]
    const cards = new Map(
      await Promise.all(
        [observed, ...others].map(async (player) => [player.id, (await player.at(server.url).me()).player] as const),
      ),
    )
    const run: Run = { server, seat: listener(recorder.url, observed.token), observed, others, cards }
    const played = await playAll(run, options, say)
    const recorded = recorder.connections.map((portions) => [...portions])
    const truths = new Map(played.map((truth) => [truth.log.match, truth]))
    for (const [match, { end }] of truths) await askForLog(run, match, end)
    await recorder.close()
    await server.kill('SIGTERM')
    const tokens = [observed, ...others].map(({ token }) => token)
    const { failures, counts } = examine({
      truths,
      filed: run.seat.filed,
      overheard: run.seat.overheard,
      connections: recorded,
      output: server.output(),
      tokens,
    })
    if (counts['entries that hid something from the seat'] === 0)
      failures.push('nothing was hidden in these matches, so nothing is shown')
    return { counts: { matches: truths.size, ...counts, leaks: failures.length }, failures }
  } finally {
    await ground.close()
  }
}

async function playAll(run: Run, { matches, seed, minutes, game: only }: Options, say: Say): Promise<Truth[]> {
  const truths: Truth[] = []
  const played = games.filter(({ id }) => only === undefined || id === only)
  const deadline = Date.now() + minutes * 60_000
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < matches) {
      if (Date.now() > deadline) throw new Error('the time was up before the campaign was over')
      const game = played[next % played.length] as AnyGame
      truths.push(await playMatch(run, game, chance(seed + next++)))
      if (truths.length % 20 === 0) say(`${truths.length} matches played, ${run.seat.filed.length} answers filed`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return truths
}

/** The finished logs hold the whole truth: they are downloaded last, so that until then no word of it may have been sent. */
async function askForLog({ seat }: Run, match: string, end: number): Promise<void> {
  await seat.ask(match, end, {
    name: 'the finished log',
    method: 'GET',
    path: `/v1/matches/${match}/log`,
    read: (body) => body,
    expect: (truth) => finished(truth, match),
  })
}

const finished = (truth: Truth, match: string): { status: number; body: unknown } =>
  truth.facts.seat === null && truth.facts.visibility === 'private'
    ? {
        status: 404,
        body: {
          type: 'urn:chancery:problem:not-found',
          title: 'Not found',
          status: 404,
          code: 'NOT_FOUND',
          detail: 'There is no such match.',
          instance: `/v1/matches/${match}/log`,
        },
      }
    : { status: 200, body: truth.log }

interface Play {
  readonly run: Run
  readonly random: Chance
  readonly facts: Facts
  readonly game: AnyGame
  /** By seat, directly at the server; what they hear is not recorded. */
  readonly clients: readonly Client[]
  readonly candidates: object[]
}

async function playMatch(run: Run, game: AnyGame, random: Chance): Promise<Truth> {
  const play = await seatAll(run, game, random)
  const { facts, clients } = play
  const host = clients.find((_, seat) => seat !== facts.seat) as Client
  const following = run.seat.follow(facts.id, game, random.between(0, 2))
  for (;;) {
    const { status, version, awaiting } = await host.match(facts.id)
    const moment: Moment = { id: facts.id, game, version, isOver: status === 'over', random, candidates: play.candidates }
    for (let asks = random.between(1, 2); asks > 0; asks--) await askAnything(run, moment)
    if (status === 'over') break
    if (random.once(LEAVING)) await someoneLeaves(play, moment)
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
  const guests = [...run.others]
  const players = Array.from({ length: seats }, (_, seat) => (seat === place ? run.observed : (guests.shift() as Player)))
  const clients = players.map((player) => player.at(run.server.url))
  const host = clients[place === 0 ? 1 : 0] as Client
  const visibility = random.once(4) ? 'private' : 'public'
  const { id, invitation } = await host.createMatch({
    game: game.id as GameId,
    seats,
    options: randomOptions(game, random),
    visibility,
    join: false,
  } as never)
  for (const [seat, client] of clients.entries()) await client.join(id, { seat, ...(invitation !== null && { invitation }) })
  const holders = players.map((player) => run.cards.get(player.id) as PlayerCard)
  return { run, random, game, clients, candidates: [], facts: { id, visibility, invitation, holders, seat: place } }
}

async function moveOn(
  { run, facts, clients, candidates, random }: Play,
  moment: Moment,
  awaited: { seat: number; since: number },
): Promise<void> {
  const client = clients[awaited.seat] as Client
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
  await run.seat.ask(facts.id, moment.version, random.once(2) ? askSubmit(moment, move) : submitByGraphql(moment, move))
}

/** Out of turn: the refusal must say nothing but that. */
async function tryToMove({ seat }: Run, moment: Moment, random: Chance): Promise<void> {
  if (moment.candidates.length === 0) return
  const move = random.pick(moment.candidates)
  await seat.ask(moment.id, moment.version, random.once(2) ? askSubmit(moment, move) : submitByGraphql(moment, move))
}

async function someoneLeaves({ run, facts, clients, random }: Play, moment: Moment): Promise<void> {
  const { seats } = await (clients.find((_, seat) => seat !== facts.seat) as Client).match(facts.id)
  const { seat } = random.pick(seats.filter(({ left }) => !left))
  if (seat === facts.seat) await run.seat.ask(facts.id, moment.version, askLeave(moment))
  else await (clients[seat] as Client).leave(facts.id)
}
