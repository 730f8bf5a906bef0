/**
 * Streams that are cut at random and resumed, also across restarts of the server, hand out every notice exactly once and in
 * order: the stream of a match and that of a player, as NDJSON and as server-sent events.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Client } from '../src/client/index.js'
import { itemAt, numberAt } from '../src/games/lists.js'
import type { Transcript } from '../src/match/offline/transcript.js'
import { anyMove, type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { type Follower, follow, LATE } from './follower.js'
import { prepareGround } from './ground.js'
import type { Connected } from './move-lists.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { countPromised, openMatch, type Played } from './played.js'
import { newPlayers, type Player, playSeat, submit } from './players.js'
import { fetchTranscript, prove, ranges } from './proof.js'
import { gameOf, statesOf } from './replay.js'
import { type Sending, sendingBy } from './sending.js'
import type { ServerProcess } from './server-process.js'
import { movesOverSockets } from './socket-way.js'
import { ndjson, readStream, sse } from './wire.js'

/** Just what following needs: an item is compared with the log as a whole. */
const NoticeLine = z.looseObject({ version: z.int() })
type NoticeLine = z.infer<typeof NoticeLine>

const InboxLine = z.looseObject({
  cursor: z.string(),
  match: z.string(),
  version: z.int(),
  status: z.string(),
  yourTurn: z.boolean(),
})
type InboxLine = z.infer<typeof InboxLine>

const noticeForms = [ndjson(NoticeLine), sse(NoticeLine, ({ version }) => version)]
const inboxForms = [ndjson(InboxLine), sse(InboxLine, ({ cursor }) => cursor)]

const PATIENCE = { timeout: 15_000, retries: 1_000, longestPause: 500 }
/** How long a complete inbox is listened to for repetitions, in milliseconds. */
const QUIET = 2_000

interface Run {
  readonly server: ServerProcess
  /** Has seat 0 in every match, and is the one who listens. */
  readonly listener: Player
  /** One client, so that moves of several matches may go in one request. */
  readonly asListener: Connected
  readonly sending: Sending
  readonly guests: readonly Player[]
  readonly random: Chance
  readonly signal: AbortSignal
  readonly matches: Played[]
  readonly onMatches: { readonly match: string; readonly follower: Follower<NoticeLine> }[]
  readonly onInbox: Follower<InboxLine>[]
  readonly failures: string[]
}

export async function streams(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  try {
    const server = await ground.server()
    await server.start()
    const [listener, ...guests] = await newPlayers(server.url, flags.matches + 1, PATIENCE)
    if (!listener) throw new Error('there is nobody to listen')
    const signal = AbortSignal.timeout(flags.minutes * 60_000)
    const kept = { matches: [], onMatches: [], onInbox: [], failures: [] }
    const sending = sendingBy(chance(flags.seed + 1_000))
    const players = { listener, asListener: listener.at(server.url), guests }
    const run: Run = { server, ...players, sending, random: chance(flags.seed), signal, ...kept }
    const inboxes = Promise.all(inboxForms.map((form) => followInbox(run, form)))
    const playing = guests.map((guest, index) => playMatch(run, guest, chance(flags.seed + index + 1), flags.game, say))
    await Promise.all([...playing, restartTwice(run, say)])
    await inboxes
    return await conclude(run, flags.kills)
  } finally {
    await ground.close()
  }
}

async function playMatch(run: Run, guest: Player, random: Chance, game: string | undefined, say: Say): Promise<void> {
  const { server, asListener, sending, signal } = run
  const clients = [asListener, guest.at(server.url)]
  const match = await openMatch(clients, random, game)
  run.matches.push(match)
  const following = noticeForms.map((form) => followMatch(run, match, itemAt(clients, 0), form))
  const move = (seat: number, client: Connected) => moveSlowly({ match, seat, client, random, sending })
  await Promise.all(
    clients.slice(0, match.seats).map((client, seat) => playSeat({ match, seat, client, signal, move: move(seat, client) })),
  )
  await Promise.all(following)
  await requireEnd(run, match)
  say(`match ${match.id} is over after ${match.promised.length} moves`)
}

interface Mover {
  readonly match: Played
  readonly seat: number
  readonly client: Connected
  readonly random: Chance
  readonly sending: Sending
}

/** Slow enough that most cuts fall between two notices of a running match. */
const moveSlowly =
  ({ match, seat, client, random, sending }: Mover): Parameters<typeof playSeat>[0]['move'] =>
  async ({ moves, version }) => {
    const move = anyMove(moves, random)
    const request = { match, seat, client, move, expectedVersion: version, idempotencyKey: randomUUID() }
    const promised = await submit(request, sending.send)
    if (promised) match.promised.push(promised)
    await sleep(random.between(0, 60))
  }

const addressOf = ({ server }: Run, { id }: Played): string => `${server.url}/v1/matches/${id}/notices`

function followMatch(run: Run, match: Played, client: Client, form: (typeof noticeForms)[number]): Promise<void> {
  const follower: Follower<NoticeLine> = { name: `${form.name} of match ${match.id}`, items: [], cuts: 0 }
  run.onMatches.push({ match: match.id, follower })
  const source = {
    url: addressOf(run, match),
    token: run.listener.token,
    form,
    cursor: ({ version }: NoticeLine) => version,
    async isComplete(items: readonly NoticeLine[]) {
      const { status, version } = await client.match(match.id)
      return status === 'over' && (items.at(-1)?.version ?? 0) >= version
    },
  }
  return follow(follower, source, run.random, run.signal)
}

/** Complete when the end of every match has been told; then it listens a little longer, for repetitions. */
function followInbox(run: Run, form: (typeof inboxForms)[number]): Promise<void> {
  const follower: Follower<InboxLine> = { name: `${form.name} of the player`, items: [], cuts: 0 }
  run.onInbox.push(follower)
  let quietSince: number | undefined
  const source = {
    url: `${run.server.url}/v1/me/stream`,
    token: run.listener.token,
    form,
    cursor: ({ cursor }: InboxLine) => cursor,
    async isComplete(items: readonly InboxLine[]) {
      const over = new Set(items.filter(({ status }) => status === 'over').map(({ match }) => match))
      if (over.size < run.guests.length) return false
      quietSince ??= Date.now()
      return Date.now() - quietSince > QUIET
    },
  }
  return follow(follower, source, run.random, run.signal)
}

/** A stream that is resumed after the very last notice must end, not stay open in silence. */
async function requireEnd(run: Run, match: Played): Promise<void> {
  const after = Math.max(...match.promised.map(({ version }) => version))
  for (const form of noticeForms) {
    const { items, how } = await readStream({ url: addressOf(run, match), token: run.listener.token, form, after, cut: LATE })
    if (how !== 'end' || items.length > 0)
      run.failures.push(`the ${form.name} of match ${match.id}, resumed after its end, went on: ${how}, ${JSON.stringify(items)}`)
  }
}

/** Once in order and once by force, while the matches run. */
async function restartTwice({ server, matches, guests, signal, random }: Run, say: Say): Promise<void> {
  for (const [part, how] of [
    [1, 'SIGTERM'],
    [2, 'SIGKILL'],
  ] as const) {
    const enough = part * guests.length * random.between(8, 15)
    while (countPromised(matches) < enough && !signal.aborted) await sleep(10)
    await server.kill(how)
    await server.start()
    say(`restarted the server after ${how}`)
  }
}

async function conclude(run: Run, leastCuts: number): Promise<Outcome> {
  const { onMatches, onInbox, matches, sending, signal } = run
  const failures = [
    ...run.failures,
    ...sending.failures,
    ...(signal.aborted ? [OUT_OF_TIME] : (await Promise.all(compareAll(run))).flat()),
  ]
  const followers = [...onMatches.map(({ follower }) => follower), ...onInbox]
  const cuts = followers.map((follower) => follower.cuts)
  const most = Math.max(...cuts)
  if (most < leastCuts) failures.push(`no stream was cut ${leastCuts} times; the most was ${most}`)
  const counts = {
    matches: matches.length,
    streams: followers.length,
    'restarts of the server': 2,
    ...sending.counts,
    'of them over WebSockets': movesOverSockets(),
    'cuts of all streams': cuts.reduce((sum, count) => sum + count, 0),
    'cuts of the most cut stream': most,
    'items received': followers.reduce((sum, { items }) => sum + items.length, 0),
    'streams with a gap, a repetition or disorder': failures.length,
  }
  return { counts, failures }
}

/** What was heard of each match, by each stream, against its log. */
const compareAll = ({ server, listener, onMatches, onInbox, matches }: Run): Promise<string[]>[] =>
  matches.map(async (match) => {
    const log = await fetchTranscript(listener.at(server.url), match.id)
    const followers = onMatches.filter((one) => one.match === match.id)
    const heard = followers.map(({ follower: { name, items } }) => ({ where: name, viewer: 0, items }))
    const { failures } = prove({ ...match, heard: [...match.heard, ...heard] }, log)
    return [...failures, ...onInbox.flatMap(({ name, items }) => misheardInbox(name, items, log))]
  })

/** The restart in order stops the database too; after it, and only then, an inbox tells the last minute again. */
const RESTARTS_OF_THE_DATABASE = 1

/** What came for the first time; everything, if it went back more often than the database was restarted. */
function withoutRetelling(versions: readonly number[]): readonly number[] {
  const backwards = versions.filter((version, index) => index > 0 && version <= numberAt(versions, index - 1))
  if (backwards.length > RESTARTS_OF_THE_DATABASE) return versions
  let newest = 0
  return versions.filter((version) => {
    const isNew = version > newest
    newest = Math.max(newest, version)
    return isNew
  })
}

/** Every entry of the match once, in its order, each saying truly whether the listener was awaited. */
function misheardInbox(name: string, items: readonly InboxLine[], log: Transcript): string[] {
  const heard = items.filter(({ match }) => match === log.match)
  const versions = heard.map(({ version }) => version)
  const expected = log.entries.map(({ version }) => version)
  if (!isDeepStrictEqual(withoutRetelling(versions), expected))
    return [`the ${name} told ${ranges(versions)} of match ${log.match} instead of ${ranges(expected)}`]
  const awaited = whenAwaited(log, 0)
  const wrong = heard.find(
    ({ version, yourTurn, status }) => yourTurn !== awaited[version] || (status === 'over') !== (version === expected.length),
  )
  return wrong ? [`the ${name} told version ${wrong.version} of match ${log.match} otherwise than the log`] : []
}

/** By version. */
function whenAwaited(log: Transcript, seat: number): boolean[] {
  const game = gameOf(log)
  return statesOf(game, log).map((state) => game.phase(state).awaiting.some((one) => one.seat === seat))
}
