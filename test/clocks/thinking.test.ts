/** Decisions of the house among the deadlines: taken apart from those of clocks, kept while they are thought about, and left as they are until they are made. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { deadlines } from '../../src/clocks/due.js'
import { clockSweep } from '../../src/clocks/sweep.js'
import { itemAt } from '../../src/games/lists.js'
import { begin, create, firstMove, openServer, type Player, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let host: Player
let guest: Player
let beating: NodeJS.Timeout
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  // Signs of life without a sweep: what is due is taken where a test says so.
  await (await server.startClocks()).stop()
  beating = setInterval(() => void server.time.beat(), 300)
  host = await server.player()
  guest = await server.player()
})
afterAll(async () => {
  clearInterval(beating)
  await server.close()
  await database.drop()
})

interface Row {
  seat: number
  isHouse: boolean
  takenUntil: number | null
  /** Another one whenever the row is written. */
  place: string
}
const rowsOf = async (match: string): Promise<Row[]> =>
  (
    await server.pool.query<Row>(
      `select seat, opened is null as "isHouse", extract(epoch from taken_until)::float8 as "takenUntil", ctid::text || xmin::text as place
       from deadline where match_id = $1 order by seat`,
      [match],
    )
  ).rows
const looking = () => deadlines(server.pool, server.time)
const never = () => new Promise<boolean>(() => {})

/** The bot is to decide; no server is at it. */
async function waitingForBot(): Promise<string> {
  const { id } = await create(server, host, { seat: 1, bots: [{ bot: 'greedy', seat: 0 }] })
  return id
}

/** Seat 0 has had its second. */
async function overdue(onExpiry: 'leave' | 'botOnce'): Promise<string> {
  const clock = Clock.parse({ kind: 'decision', seconds: 1, onExpiry })
  const match = await begin(server, [host, guest], { clock })
  const { awaiting } = await server.matches.card(host, match)
  const deadline = Date.parse(itemAt(awaiting, 0).deadline ?? '')
  await expect.poll(() => server.time.now(), { timeout: 20_000 }).toBeGreaterThan(deadline)
  return match
}

/** A match in which the host and a bot decide at the same time. */
async function bothDecide(): Promise<string> {
  const { id } = await create(server, host, { game: 'medieval-realms', options: {}, bots: [{ bot: 'greedy' }] })
  for (;;) {
    const { awaiting } = await server.matches.card(host, id)
    if (awaiting.length === 2) return id
    if (awaiting[0]?.seat === 1) await server.matches.decide(id, 1, server.time.now())
    else await server.matches.submit(host, id, { move: await firstMove(server, host, id) })
  }
}

test('a row stays as it is while others decide at the same time, and is anew with the next decision', async () => {
  const id = await bothDecide()
  await administer(database.url, `update deadline set taken_until = now() + interval '1 hour' where match_id = $1`, [id])
  const [before] = await rowsOf(id)
  await server.matches.submit(host, id, { move: await firstMove(server, host, id) })
  expect(await rowsOf(id)).toEqual([before])
  await server.matches.decide(id, 1, server.time.now())
  expect((await rowsOf(id)).map(({ place }) => place)).not.toContain(before?.place)
})

test('decisions of the house and deadlines of clocks are taken apart, each as many as are asked for', async () => {
  const [ofHouse, ofClock] = [await waitingForBot(), await overdue('leave')]
  const mine = (taken: readonly { match: string; isHouse: boolean }[]) =>
    taken.filter(({ match }) => match === ofHouse || match === ofClock).map(({ isHouse }) => isHouse)
  expect(mine((await looking().take(0, 0)).taken)).toEqual([])
  expect(mine((await looking().take(100, 0)).taken)).toEqual([false])
  expect(mine((await looking().take(0, 100)).taken)).toEqual([true])
})

test('a deadline does not wait for thoughts, however many are under way; what is thought about is kept', async () => {
  const [ofHouse, ofClock] = [await waitingForBot(), await overdue('leave')]
  // What other tests have left behind is older, and would be thought about first.
  await administer(
    database.url,
    `update deadline set taken_until = now() + interval '1 hour' where opened is null and match_id <> $1`,
    [ofHouse],
  )
  const expired: string[] = []
  const sweep = clockSweep({
    time: server.time,
    deadlines: looking(),
    decide: never,
    expire: async (match) => expired.push(match) > 0,
    thoughtsAtOnce: 1,
    onExpired: () => {},
    onStuck: () => {},
    onError: () => {},
  })
  await expect.poll(() => expired, { timeout: 20_000 }).toContain(ofClock)
  const untilOf = async () => itemAt(await rowsOf(ofHouse), 0).takenUntil ?? 0
  await expect.poll(untilOf, { timeout: 20_000 }).toBeGreaterThan(0)
  const first = await untilOf()
  await expect.poll(untilOf, { timeout: 20_000 }).toBeGreaterThan(first)
  // It waits for what will never be thought: the test does not.
  void sweep.stop()
})

test('a seat whose time is up is left to the house, if that is what its clock says, and decided once', async () => {
  const match = await overdue('botOnce')
  const now = server.time.now()
  expect(await server.matches.expire(match, 0, now)).toBe('leftToHouse')
  const { taken } = await looking().take(100, 0)
  const due = taken.find((one) => one.match === match)
  expect(due).toMatchObject({ seat: 0, isHouse: false })
  if (due) await looking().leaveToHouse(due)
  expect(await rowsOf(match)).toMatchObject([{ seat: 0, isHouse: true, takenUntil: null }])
  expect((await looking().take(0, 100)).taken.map((one) => one.match)).toContain(match)
  const [first, second] = await Promise.all([server.matches.decide(match, 0, now), server.matches.decide(match, 0, now)])
  expect([first, second].toSorted()).toEqual([false, true])
  expect((await server.matches.card(host, match)).version).toBe(2)
})

test('a thought about a decision that is no longer open is not played', async () => {
  const { id } = await create(server, host, { bots: [{ bot: 'search:5' }] })
  const build = async () => server.matches.submit(host, id, { move: itemAt(await castles(id), 0) })
  await build()
  const { version } = await server.matches.card(host, id)
  const thought = server.matches.decide(id, 1, server.time.now())
  await server.matches.takeBack(host, id, { to: version - 1, agree: true })
  await build()
  const { awaiting } = await server.matches.card(host, id)
  expect(awaiting).toMatchObject([{ seat: 1, since: version + 2 }])
  expect(await thought).toBe(false)
  expect(await server.matches.card(host, id)).toMatchObject({ version: version + 2 })
  expect(await server.matches.decide(id, 1, server.time.now())).toBe(true)
})

/** Moves after which it is the other's turn. */
async function castles(match: string): Promise<unknown[]> {
  const { moves } = await server.matches.legalMoves(host, match, { first: 100 })
  return moves.map(({ move }) => move).filter(({ type }) => type === 'placeCastle')
}
