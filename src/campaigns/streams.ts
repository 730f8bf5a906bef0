/**
 * Streams that are cut at random and resumed, also across restarts of the server, hand out every notice exactly once and in
 * order: the stream of a match and that of a player, as NDJSON and as server-sent events.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { NoticeItem } from '../client/index.js'
import type { AnyGame } from '../games/contract.js'
import { findGame } from '../games/registry.js'
import { fold, readEvents } from '../match/offline/step.js'
import type { Transcript } from '../match/offline/transcript.js'
import type { InboxItem } from '../match/shapes.js'
import { type Chance, chance } from './chance.js'
import { type Form, ndjson, sse } from './forms.js'
import { prepareGround, type Server } from './ground.js'
import type { Options } from './options.js'
import type { Outcome, Say } from './outcome.js'
import { fetchTranscript, prove, ranges } from './proof.js'
import { playSeat, submitAndKeep } from './seat.js'
import { anyMove, newPlayers, openTable, type Player, type Table } from './table.js'
import { readStream } from './wire.js'

interface Follower<Item> {
  readonly name: string
  readonly items: Item[]
  cuts: number
  ended: boolean
}

interface Run {
  readonly server: Server
  /** Has a seat in every match, and is the one who listens. */
  readonly listener: Player
  readonly guests: readonly Player[]
  readonly random: Chance
  readonly signal: AbortSignal
  readonly followers: Follower<unknown>[]
  readonly tables: Table[]
  readonly game: string | undefined
}

const noticeForms: readonly Form<NoticeItem>[] = [ndjson(), sse((item) => item.version)]
const inboxForms: readonly Form<InboxItem>[] = [ndjson(), sse((item) => item.cursor)]

export async function streams(options: Options, say: Say): Promise<Outcome> {
  const ground = await prepareGround(options.server)
  try {
    const server = await ground.server()
    await server.start()
    const [listener, ...guests] = await newPlayers(server.url, options.matches + 1, {
      timeout: 15_000,
      retries: 1_000,
      longestPause: 500,
    })
    const signal = AbortSignal.timeout(options.minutes * 60_000)
    const run: Run = {
      server,
      listener: listener as Player,
      guests,
      random: chance(options.seed),
      signal,
      followers: [],
      tables: [],
      game: options.game,
    }
    const inboxes = inboxForms.map((form) => followInbox(run, form))
    const playing = Promise.all(guests.map((guest, index) => playMatch(run, guest, chance(options.seed + index + 1), say)))
    const restarts = restartTwice(run, say)
    await Promise.all([playing, restarts])
    await Promise.all(inboxes)
    return await conclude(run, options)
  } finally {
    await ground.close()
  }
}

/** Mostly small portions, so that most connections end within an item; now and then a large one, because an item may be long. */
const cutSomewhere = (random: Chance): { bytes: number; milliseconds: number } => ({
  bytes: random.once(4) ? random.between(1, 8_000) : random.between(1, 700),
  milliseconds: random.between(1, 600),
})

interface Source<Item> {
  readonly name: string
  readonly path: string
  readonly form: Form<Item>
  cursor(item: Item): string | number
  /** Asked between two connections. */
  isComplete(items: readonly Item[]): Promise<boolean>
}

/** Connects, is cut off, and resumes after the last complete item, again and again. */
async function follow<Item>(
  { server, listener, random, signal, followers }: Run,
  { name, path, form, cursor, isComplete }: Source<Item>,
): Promise<void> {
  const follower: Follower<Item> = { name, items: [], cuts: 0, ended: false }
  followers.push(follower as Follower<unknown>)
  while (!signal.aborted && !follower.ended) {
    const last = follower.items.at(-1)
    const cut = { ...cutSomewhere(random), ...(last === undefined && { bytes: 1_000_000, milliseconds: 5_000 }) }
    const after = last === undefined ? undefined : cursor(last)
    const { items, how } = await readStream({ url: server.url + path, token: listener.token, form, after, cut })
    follower.items.push(...items)
    if (how === 'cut') follower.cuts++
    if (how === 'lost' || how === 'refused') await sleep(50)
    else follower.ended = await isComplete(follower.items)
  }
}

async function playMatch(run: Run, guest: Player, random: Chance, say: Say): Promise<void> {
  const { server, listener, signal } = run
  const clients = [listener.at(server.url), guest.at(server.url)] as const
  const table = await openTable(clients, random, run.game)
  run.tables.push(table)
  const isComplete = async (items: readonly NoticeItem[]): Promise<boolean> => {
    const { status, version } = await clients[0].match(table.id)
    return status === 'over' && (items.at(-1)?.version ?? 0) >= version
  }
  const followers = noticeForms.map((form) =>
    follow(run, {
      name: `${form.name} of match ${table.id}`,
      path: `/v1/matches/${table.id}/notices`,
      form,
      cursor: ({ version }) => version,
      isComplete,
    }),
  )
  await Promise.all(
    clients.slice(0, table.seats).map((client, seat) =>
      playSeat({
        table,
        seat,
        client,
        signal,
        async move(page) {
          const promised = await submitAndKeep(table, seat, client, anyMove(page.moves, random), {
            expectedVersion: page.version,
            idempotencyKey: randomUUID(),
          })
          if (promised) table.promised.push(promised)
          // Slow enough that most cuts fall between two notices of a running match.
          await sleep(random.between(0, 60))
        },
      }),
    ),
  )
  await Promise.all(followers)
  await endsAtOnce(run, table)
  say(`match ${table.id} is over after ${table.promised.length} moves`)
}

/** Who was cut off after the very last notice resumes to an end, not to silence. */
async function endsAtOnce({ server, listener, followers }: Run, table: Table): Promise<void> {
  const after = Math.max(...table.promised.map(({ version }) => version))
  for (const form of noticeForms) {
    const cut = { bytes: 1_000_000, milliseconds: 5_000 }
    const { items, how } = await readStream({
      url: `${server.url}/v1/matches/${table.id}/notices`,
      token: listener.token,
      form,
      after,
      cut,
    })
    if (how !== 'end' || items.length > 0)
      followers.push({
        name: `${form.name} of match ${table.id}, resumed after its end,`,
        items: [{ version: how }],
        cuts: 0,
        ended: false,
      })
  }
}

/** Complete when the end of every match has been told; then it listens a little longer, for repetitions. */
function followInbox(run: Run, form: Form<InboxItem>): Promise<void> {
  let quietSince: number | undefined
  const isComplete = async (items: readonly InboxItem[]): Promise<boolean> => {
    const over = new Set(items.filter(({ status }) => status === 'over').map(({ match }) => match))
    if (over.size < run.guests.length) return false
    quietSince ??= Date.now()
    return Date.now() - quietSince > 2_000
  }
  return follow(run, {
    name: `${form.name} of the player`,
    path: '/v1/me/stream',
    form,
    cursor: ({ cursor }) => cursor,
    isComplete,
  })
}

/** Once in order and once by force, while the matches run. */
async function restartTwice({ server, tables, guests, signal, random }: Run, say: Say): Promise<void> {
  const moves = (): number => tables.reduce((sum, { promised }) => sum + promised.length, 0)
  for (const [part, how] of [
    [1, 'SIGTERM'],
    [2, 'SIGKILL'],
  ] as const) {
    const enough = part * guests.length * random.between(8, 15)
    while (moves() < enough && !signal.aborted) await sleep(10)
    await server.kill(how)
    await server.start()
    say(`restarted the server after ${how}`)
  }
}

async function conclude({ server, listener, followers, tables, signal }: Run, options: Options): Promise<Outcome> {
  const failures: string[] = signal.aborted ? ['the time was up before the campaign was over'] : []
  const logs = new Map<string, Transcript>()
  for (const table of signal.aborted ? [] : tables) {
    const log = await fetchTranscript(listener.at(server.url), table.id)
    logs.set(table.id, log)
    failures.push(...prove(heardBy(table, followers), log).failures)
  }
  const inboxes = followers.filter(({ name }) => name.endsWith('of the player')) as Follower<InboxItem>[]
  failures.push(...inboxes.flatMap(({ name, items }) => [...logs.values()].flatMap((log) => misheardInbox(name, items, log))))
  failures.push(
    ...followers
      .filter(({ name }) => name.endsWith(','))
      .map(({ name, items }) => `the ${name} went on: ${JSON.stringify(items)}`),
  )
  const cuts = followers.map((follower) => follower.cuts).filter((count) => count > 0)
  const most = Math.max(...cuts)
  if (most < options.kills) failures.push(`no stream was cut ${options.kills} times; the most was ${most}`)
  const counts = {
    matches: tables.length,
    streams: followers.length,
    'restarts of the server': 2,
    'cuts of all streams': cuts.reduce((sum, count) => sum + count, 0),
    'cuts of the most cut stream': most,
    'items received': followers.reduce((sum, { items }) => sum + items.length, 0),
    'streams with a gap, a repetition or disorder': failures.length,
  }
  return { counts, failures }
}

/** The followers of a match, as what the proof compares with the log. They hold seat 0. */
const heardBy = (table: Table, followers: readonly Follower<unknown>[]): Table => ({
  ...table,
  heard: [
    ...table.heard,
    ...followers
      .filter(({ name }) => name.endsWith(table.id))
      .map(({ name, items }) => ({ where: name, viewer: 0, items: items as NoticeItem[] })),
  ],
})

/** Every entry of the match once, in its order, each saying truly whether the listener was awaited. */
function misheardInbox(name: string, items: readonly InboxItem[], log: Transcript): string[] {
  const heard = items.filter(({ match }) => match === log.match)
  const versions = heard.map(({ version }) => version)
  const expected = log.entries.map(({ version }) => version)
  if (!isDeepStrictEqual(versions, expected))
    return [`the ${name} told ${ranges(versions)} of match ${log.match} instead of ${ranges(expected)}`]
  const awaited = whenAwaited(log, 0)
  const wrong = heard.find(
    ({ version, yourTurn, status }) => yourTurn !== awaited[version - 1] || (status === 'over') !== (version === expected.length),
  )
  return wrong ? [`the ${name} told version ${wrong.version} of match ${log.match} otherwise than the log`] : []
}

function whenAwaited({ game: id, options, seats, entries }: Transcript, seat: number): boolean[] {
  const game = findGame(id) as AnyGame
  let state: unknown = game.initial(game.schema.options.parse(options), seats)
  return entries.map(({ events }) => {
    state = fold(game, state, readEvents(game, events))
    return game.phase(state).awaiting.some((one) => one.seat === seat)
  })
}
