/** Bots of the house that have seats from the start: how they get them, how they play, and what the log says of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUSE } from '../../src/accounts/house-ids.js'
import { BOTS, type BotName, strategyOf } from '../../src/bots/roster.js'
import { Clock } from '../../src/clocks/clock.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { labelledSeed } from '../../src/dice/labelled.js'
import { itemAt } from '../../src/games/lists.js'
import { findGame, games } from '../../src/games/registry.js'
import type { Awaiting } from '../../src/log/entry.js'
import { awaitingAfter } from '../../src/match/offline/step.js'
import { statesOf } from '../../src/match/offline/take-back.js'
import { type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { CreateMatch, type MatchCard } from '../../src/match/shapes.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, create, firstMove, openServer, type Player, problemOf, type Server } from './server.js'

let database: FreshDatabase
let server: Server
let sweep: ClockSweep
let host: Player
let guest: Player
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { env: { RATE_LIMIT: '0', BOT_THREADS: '2' } })
  sweep = await server.startClocks()
  host = await server.player()
  guest = await server.player()
})
afterAll(async () => {
  await sweep.stop()
  await server.close()
  await database.drop()
})

const holdersOf = ({ seats }: MatchCard) => seats.map(({ player }) => player?.name ?? null)
const cardOf = (match: string) => server.matches.card(host, match)

/** The log of the match, which the host plays by the first legal move. */
async function played(match: string): Promise<Transcript> {
  for (;;) {
    const { status, awaiting, you } = await cardOf(match)
    if (status === 'over') break
    if (!awaiting.some(({ seat }) => seat === you)) await sleep(5)
    else await server.matches.submit(host, match, { move: await firstMove(server, host, match) })
  }
  const log = await server.matches.log(host, match)
  if (!log.complete) throw new Error('the match is not over')
  return log.transcript
}

/** Works out again, from the file alone, what the bots thought where nobody else was to decide; how many moves that were. */
function thoughtAgain(transcript: Transcript, botIn: (seat: number) => BotName): number {
  const game = findGame(transcript.game)
  if (!game) throw new Error('no such game')
  const states = statesOf(game, game.initial(game.schema.options.parse(transcript.options), transcript.seats), transcript.entries)
  const secret = Buffer.from(transcript.secret, 'hex')
  let moves = 0
  let awaiting: Awaiting[] = []
  for (const { command, version } of transcript.entries) {
    const state = states[version - 1]
    const [open, ...others] = awaiting
    awaiting = awaitingAfter(awaiting, game.phase(states[version]), command, version)
    if (command.type !== 'move' || !command.by || others.length > 0 || open?.since !== version - 1) continue
    const { seat, move } = command
    const seed = labelledSeed(secret, `bot ${version - 1} ${seat}`)
    expect(strategyOf(botIn(seat))({ game, view: game.view(state, seat), seat, seed })).toEqual(move)
    moves++
  }
  return moves
}

describe('bots at creation', () => {
  test.each(games.map(({ id, seats }) => [id, seats.min] as const))(
    'play %s with the host to the end: the match begins at once, and its log proves who moved',
    { timeout: 120_000 },
    async (game, seats) => {
      const bots = Array.from({ length: seats - 1 }, (_, index) => ({ bot: index % 2 === 0 ? 'greedy' : 'search:1' }) as const)
      const made = await create(server, host, { game, seats, options: {}, bots })
      expect(made).toMatchObject({ status: 'running', you: 0 })
      expect(holdersOf(made).slice(1)).toEqual(bots.map(({ bot }) => `House ${bot}`))
      const transcript = await played(made.id)
      expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
      const [start, ...moves] = transcript.entries.map(({ command }) => command)
      expect(start).toEqual({ type: 'start', house: Array.from({ length: seats - 1 }, (_, index) => index + 1) })
      for (const command of moves)
        expect(command).toMatchObject({ type: 'move', ...('seat' in command && command.seat > 0 && { by: 'house' }) })
      expect(thoughtAgain(transcript, (seat) => bots[seat - 1]?.bot ?? 'random')).toBeGreaterThan(0)
      const { entries } = transcript
      const stolen = {
        ...transcript,
        entries: [{ ...itemAt(entries, 0), command: { type: 'start' as const } }, ...entries.slice(1)],
      }
      expect(verifyTranscript(stolen)).toMatchObject({ ok: false })
    },
  )

  test('may be the same one in several seats, dealt at random, without the host', { timeout: 60_000 }, async () => {
    const bots = Array.from({ length: 4 }, () => ({ bot: 'random' as const }))
    const made = await create(server, host, { seats: 4, seating: 'random', join: false, bots })
    expect(made).toMatchObject({ status: 'running', you: null })
    expect(holdersOf(made)).toEqual(Array(4).fill('House random'))
    expect(verifyTranscript(await played(made.id))).toMatchObject({ ok: true, over: true })
  })

  test('sit where they are put, and the host where nobody else is', async () => {
    const bots = [{ bot: 'random' as const }, { bot: 'greedy' as const, seat: 0 }]
    const made = await create(server, host, { seats: 3, bots })
    expect(holdersOf(made)).toEqual(['House greedy', host.player.name, 'House random'])
    expect(made.you).toBe(1)
    const twice = create(server, host, { seats: 3, seat: 0, bots })
    expect(await problemOf(twice)).toBe('409 SEAT_TAKEN')
    expect(await problemOf(create(server, host, { seats: 2, bots }))).toBe('409 MATCH_FULL')
    const dealt = create(server, host, { seats: 3, seating: 'random', bots })
    expect(await problemOf(dealt)).toBe('400 INVALID_INPUT')
  })

  test('leave the others a seat: who is invited, and who has the code', async () => {
    const bots = [{ bot: 'random' as const }]
    const invited = await create(server, host, { seats: 3, visibility: 'private', bots, invite: [guest.player.name] })
    expect(invited.seats.map(({ player, keptFor }) => player?.name ?? keptFor?.name)).toEqual([
      host.player.name,
      'House random',
      guest.player.name,
    ])
    expect(await server.matches.join(guest, invited.id, {})).toMatchObject({ status: 'running' })
    const tooMany = create(server, host, { seats: 2, bots, invite: [guest.player.name] })
    expect(await problemOf(tooMany)).toBe('409 MATCH_FULL')
    const open = await create(server, host, { seats: 3, visibility: 'private', bots })
    const joined = await server.matches.join(guest, open.id, { invitation: open.invitation ?? '' })
    expect(joined).toMatchObject({ status: 'running', you: 2 })
  })

  test('choose colours where players do', async () => {
    const made = await create(server, host, {
      game: 'royals',
      options: {},
      colour: 'white',
      bots: [{ bot: 'random', colour: 'black' }],
    })
    expect(made.seats.map(({ colour }) => colour)).toEqual(['white', 'black'])
  })

  test('keep no match open that everybody has left, and are not told of it', async () => {
    const { id } = await create(server, host, { seats: 3, bots: [{ bot: 'random' }] })
    await server.matches.leave(host, id)
    expect(await administer(database.url, 'select status from match where id = $1', [id])).toEqual([{ status: 'cancelled' }])
    const told = await administer(database.url, 'select player_id from news where match_id = $1', [id])
    expect(told).toEqual([])
  })

  test('come along to a rematch; one that has replaced a player does not', { timeout: 60_000 }, async () => {
    const { id } = await create(server, host, { seats: 3, bots: [{ bot: 'random', seat: 1 }] })
    await server.matches.join(guest, id, {})
    await server.matches.handOverToHouse(guest, id, { bot: 'random' })
    await played(id)
    const again = await server.matches.rematch(host, id)
    expect(again.seats.map(({ player, keptFor }) => player?.name ?? keptFor?.name)).toEqual([
      host.player.name,
      'House random',
      guest.player.name,
    ])
    expect(await server.matches.rematch(guest, id)).toMatchObject({ id: again.id, status: 'running' })
  })
})

describe('a clock', () => {
  const second = (more: object) => Clock.parse({ kind: 'decision', seconds: 1, ...more })

  test('names the bot that plays when time is up, or the standard one', { timeout: 60_000 }, async () => {
    const clock = second({ onExpiry: 'botFromNowOn', bot: 'search:1' })
    const match = await begin(server, [host, guest], { clock })
    await expect.poll(async () => holdersOf(await cardOf(match)), { timeout: 20_000 }).toContain('House search:1')
    const standard = await create(server, host, { clock: second({ onExpiry: 'botOnce' }) })
    expect(standard.clock).toMatchObject({ bot: 'greedy' })
    expect((await create(server, host, { clock: second({}) })).clock).not.toHaveProperty('bot')
    expect(Clock.safeParse({ kind: 'decision', seconds: 1, bot: 'greedy' }).success).toBe(false)
  })

  test('of a match from before there was a choice gives the seat to the house of then', { timeout: 60_000 }, async () => {
    const { id } = await create(server, host, { clock: second({ onExpiry: 'botFromNowOn' }) })
    await administer(database.url, `update match set clock = (clock::jsonb - 'bot')::json where id = $1`, [id])
    await server.matches.join(guest, id, {})
    await expect.poll(async () => (await cardOf(id)).status, { timeout: 50_000 }).toBe('over')
    expect((await cardOf(id)).seats.map(({ player }) => player?.id)).toEqual([HOUSE, HOUSE])
    expect(verifyTranscript(await played(id))).toMatchObject({ ok: true, over: true })
  })

  test('is not charged for what a bot thinks: the next seat has its whole time', { timeout: 60_000 }, async () => {
    const clock = Clock.parse({ kind: 'decision', seconds: 3600 })
    const before = await thoughtMs()
    const { id } = await create(server, host, { clock, seat: 1, bots: [{ bot: 'search:3', seat: 0 }] })
    await expect.poll(async () => (await cardOf(id)).yourTurn, { timeout: 20_000 }).toBe(true)
    const { rows } = await server.pool.query<{ ms: number }>(
      'select (extract(epoch from max(at) - min(at)) * 1000)::float8 as ms from entry where match_id = $1',
      [id],
    )
    expect(rows[0]?.ms).toBeGreaterThan((await thoughtMs()) - before - 5)
  })

  /** All that `search:3` has thought on this server. */
  async function thoughtMs(): Promise<number> {
    const sum = /thought_seconds_sum\{bot="search:3"\} (\S+)/.exec(await server.metrics.text())?.[1]
    return Number(sum ?? 0) * 1000
  }
})

test('a bot that there is not is refused, and those that there are are named', () => {
  const { error } = CreateMatch.safeParse({ game: 'kingdoms', seats: 2, bots: [{ bot: 'search:9' }] })
  expect(error?.issues).toMatchObject([{ path: ['bots', 0, 'bot'] }])
  for (const bot of BOTS) expect(error?.message).toContain(bot)
})
