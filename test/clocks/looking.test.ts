/** Rows of `deadline` say when to look, never later than a seat is due: a move leaves them where they are, and whoever looks puts them right. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { deadlines } from '../../src/clocks/due.js'
import { correct } from '../../src/clocks/standing.js'
import { itemAt } from '../../src/games/lists.js'
import { begin, firstMove, openServer, type Player, play, type Server } from '../match/server.js'
import { administer, whileUncommitted } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let players: [Player, Player]
let beating: NodeJS.Timeout
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { env: { CLOCK_GRACE_SECONDS: '60' } })
  // Signs of life without a sweep: what is due is looked at where a test says so.
  await (await server.startClocks()).stop()
  beating = setInterval(() => void server.time.beat(), 500)
  players = [await server.player(), await server.player()]
})
afterAll(async () => {
  clearInterval(beating)
  await server.close()
  await database.drop()
})

const HOUR = Clock.parse({ kind: 'bank', seconds: 3600, increment: 60 })
const MS = (moment: string) => `(extract(epoch from ${moment}) * 1000)::float8`

interface Row {
  seat: number
  due: number
  opened: number
  /** Another one whenever the row is written. */
  place: string
}
const rowsOf = async (match: string): Promise<Row[]> =>
  (
    await server.pool.query<Row>(
      `select seat, ${MS('due')} as due, ${MS('opened')} as opened, ctid::text || xmin::text as place from deadline where match_id = $1 order by seat`,
      [match],
    )
  ).rows

const cardOf = (match: string) => server.matches.card(players[0], match)
const dueOf = async (match: string): Promise<{ seat: number; due: number }[]> =>
  (await cardOf(match)).awaiting.map(({ seat, deadline }) => ({ seat, due: Date.parse(deadline ?? '') }))

/** Every seat that is awaited has a row, and none is later than it is due. */
async function expectInTime(match: string): Promise<void> {
  const rows = await rowsOf(match)
  for (const { seat, due } of await dueOf(match)) {
    const row = rows.find((one) => one.seat === seat)
    expect(row).toBeDefined()
    expect(row?.due).toBeLessThanOrEqual(due)
  }
}

/** As if the row had been written so much earlier. */
const age = (match: string, seat: number, hours: number) =>
  administer(
    database.url,
    `update deadline set due = due - $3 * interval '1 hour', opened = opened - $3 * interval '1 hour' where match_id = $1 and seat = $2`,
    [match, seat, hours],
  )
const looking = () => deadlines(server.pool, server.time)

/** By a server that knows nothing of the rows: what is done to them here by hand happens to none that a server relies on. */
async function withStranger<T>(work: (stranger: Server) => Promise<T>): Promise<T> {
  const stranger = await openServer(database.url)
  try {
    return await work(stranger)
  } finally {
    await stranger.close()
  }
}
const playByStranger = (match: string, moves: number) => withStranger((stranger) => play(stranger, players, match, moves))

describe('a move', () => {
  test('writes no row while there is an earlier one for its seat', async () => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 4)
    const before = await rowsOf(match)
    expect(before.map(({ seat }) => seat)).toEqual([0, 1])
    await play(server, players, match, 8)
    expect(await rowsOf(match)).toEqual(before)
    await expectInTime(match)
  })

  test.each(['kingdoms', 'royals', 'regents', 'medieval-realms'])(
    'leaves no row later than its seat is due: %s',
    async (game) => {
      const clock = Clock.parse({ kind: 'bank', seconds: 30 })
      const four = [...players, await server.player(), await server.player()]
      const match = await begin(server, four, { game, options: {}, clock })
      for (let moves = 0; moves < 12; moves++) {
        await play(server, four, match, 1)
        await expectInTime(match)
      }
    },
  )

  test.each([
    ['is later', `due = due + interval '1 day'`],
    ['nobody looks at in time', `taken_until = due + interval '1 day'`],
    ['somebody may have been reminded by', `opened = opened - interval '1 day'`],
  ])('writes a row that %s', async (_, change) => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 3)
    await administer(database.url, `update deadline set ${change} where match_id = $1`, [match])
    await playByStranger(match, 1)
    const [{ seat, due }] = [itemAt(await dueOf(match), 0)]
    const { rows } = await server.pool.query(
      `select ${MS('due')} as due, taken_until from deadline where match_id = $1 and seat = $2`,
      [match, seat],
    )
    expect(rows).toEqual([{ due, taken_until: null }])
  })

  test('looks again after whatever changes more, here or elsewhere', async () => {
    const match = await begin(server, players, { clock: { ...HOUR, absence: true } })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const away = { firstDay: tomorrow, lastDay: tomorrow }
    const changes = [
      async (by: Server) => void (await by.matches.declareAbsence(players[0], away)),
      async (by: Server) => {
        for (const { id } of await by.matches.absences(players[0])) await by.matches.cancelAbsence(players[0], id)
      },
    ]
    for (const change of [...changes, ...changes]) {
      await play(server, players, match, 5)
      expect(await rowsOf(match)).toHaveLength(2)
      await (change === changes[0] ? change(server) : withStranger(change))
      // Whoever has nothing to decide has no row now.
      expect(await rowsOf(match)).toHaveLength(1)
      await play(server, players, match, 1)
      await expectInTime(match)
    }
  })

  test('or whatever else ends the match leaves no row', async () => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 4)
    await server.matches.leave(players[0], match)
    expect(await rowsOf(match)).toEqual([])
  })
})

describe('whoever looks', () => {
  test('finds that nothing is due, and puts right what is not', async () => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 4)
    const [{ seat, due }] = [itemAt(await dueOf(match), 0)]
    await age(match, 0, 2)
    await age(match, 1, 2)
    const { taken, early } = await looking().take(10, 64)
    expect(taken).toEqual([])
    expect(early).toHaveLength(2)
    // Somebody else has them in hand for a moment.
    expect(await looking().take(10, 64)).toMatchObject({ taken: [], early: [] })
    await looking().correct(early)
    expect(await rowsOf(match)).toMatchObject([{ seat, due }])
    await playByStranger(match, 1)
    await expectInTime(match)
  })

  test('changes nothing in a match that has moved on', async () => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 4)
    await age(match, 0, 2)
    await age(match, 1, 2)
    const { early } = await looking().take(10, 64)
    await play(server, players, match, 1)
    const before = await rowsOf(match)
    await looking().correct(early)
    expect(await rowsOf(match)).toEqual(before)
    await expectInTime(match)
  })

  test('waits for an entry that is being written, and then leaves its match alone', async () => {
    const match = await begin(server, players, { clock: HOUR })
    const before = await rowsOf(match)
    const entry = `lock table deadline in row exclusive mode;
      insert into entry select (jsonb_populate_record(e, '{"version": 2}')).* from entry e where match_id = '${match}' and version = 1`
    await whileUncommitted(database.url, entry, [], () => correct(server.pool, [{ match, seat: 0, version: 1, standing: null }]))
    expect(await rowsOf(match)).toEqual(before)
  })

  test('is waited for by a move, which sees what was put later', async () => {
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 3)
    const [{ seat }] = [itemAt(await dueOf(match), 0)]
    const player = itemAt(players, seat)
    const move = await firstMove(server, player, match)
    const later = `lock table deadline in share row exclusive mode;
      update deadline set due = due + interval '1 day' where match_id = '${match}'`
    const submit = (stranger: Server) =>
      whileUncommitted(database.url, later, [], () => stranger.matches.submit(player, match, { move }))
    expect(await withStranger(submit)).toMatchObject({ ok: true })
    await expectInTime(match)
  })
})

test('a gap moves no row past its deadline, though the decision has changed within it', async () => {
  const timed = [
    await begin(server, players, { clock: Clock.parse({ kind: 'bank', seconds: 3600 }) }),
    await begin(server, players, { clock: HOUR }),
    await begin(server, players, { clock: Clock.parse({ kind: 'decision', seconds: 3600 }) }),
  ]
  for (const match of timed) await play(server, players, match, 5)
  await administer(database.url, `update service_up set beat = beat - interval '10 minutes'`)
  await server.time.beat()
  expect(server.time.spans).toHaveLength(1)
  for (const match of timed) {
    await expectInTime(match)
    const [row] = (await rowsOf(match)).toSorted((one, other) => one.due - other.due)
    expect(row?.due).toBeGreaterThanOrEqual(server.time.spans.at(-1)?.to ?? Number.POSITIVE_INFINITY)
    await play(server, players, match, 1)
    await expectInTime(match)
  }
})
