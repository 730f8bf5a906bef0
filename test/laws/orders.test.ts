/** Standing orders in any game: whoever sets a list and waits, or has it tried at once, writes the log that moving by hand would have written. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { seededStream } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import type { Entry } from '../../src/log/entry.js'
import { randomMove } from '../../src/match/offline/simulation.js'
import { firstPosition, type Position, step } from '../../src/match/offline/step.js'
import { create, openServer, type Player, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import type { Case } from '../support/probe.js'
import { probed } from '../support/probes.js'

const SECRET = Buffer.alloc(32, 7)
const CHANCE = { dice: labelledDice(SECRET), secret: SECRET }
const MOVES = 40

let database: FreshDatabase
let server: Server
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** By hand: what each entry says but for its time and hash. */
function byHand(game: AnyGame, { seats, options }: Case): Entry[] {
  const mover = seededStream(1)
  const entries: Entry[] = []
  let position: Position = firstPosition('', game.initial(game.schema.options.parse(options), seats))
  while (entries.length <= MOVES && !game.phase(position.state).over) {
    const command = entries.length === 0 ? ({ type: 'start' } as const) : randomMove(game, position.state, mover)
    const made = step(game, position, command, CHANCE, null)
    if (!made.ok) throw new Error(made.refusal.message)
    entries.push(made.entry)
    position = made.next
  }
  return entries
}

/** A match in play whose chance comes from the same secret. */
async function started(players: readonly Player[], game: AnyGame, { seats, options }: Case): Promise<string> {
  const { id } = await create(server, itemAt(players, 0), { game: game.id, seats, options })
  const sealed = Buffer.concat([Buffer.of(0), SECRET])
  await administer(database.url, 'update secret set sealed = $2 where match_id = $1', [id, sealed])
  for (const player of players.slice(1)) await server.matches.join(player, id, {})
  return id
}

const told = (entries: readonly Pick<Entry, 'version' | 'command' | 'events' | 'rolls'>[]) =>
  JSON.parse(JSON.stringify(entries.map(({ version, command, events, rolls }) => ({ version, command, events, rolls }))))

for (const { game, probe } of probed)
  test(`${game.id}: a list that waits, and one that is tried at once, are as good as moves`, { timeout: 60_000 }, async () => {
    const expected = byHand(game, probe.smallest)
    const players = await Promise.all(Array.from({ length: probe.smallest.seats }, () => server.player()))
    const match = await started(players, game, probe.smallest)
    const moveOf = (version: number) => {
      const { command } = expected[version - 1] ?? {}
      return command?.type === 'move' ? { player: itemAt(players, command.seat), ...command } : undefined
    }
    const became = { waited: 0, atOnce: 0 }
    for (let version = 2; version <= expected.length; version++) {
      const [now, next] = [moveOf(version), moveOf(version + 1)]
      const { version: at, awaiting } = await server.matches.card(itemAt(players, 0), match)
      if (!now || at >= version) continue
      const waits = next && !awaiting.some(({ seat }) => seat === next.seat)
      if (waits) {
        const { status } = await server.matches.setOrders(next.player, match, { moves: [next.move] })
        expect(status).toBe('waiting')
        became.waited++
        await server.matches.submit(now.player, match, { move: now.move })
        await vi.waitFor(async () => expect((await server.matches.orders(next.player, match)).status).toBe('played'), 10_000)
      } else {
        const set = await server.matches.setOrders(now.player, match, { moves: [now.move] })
        expect(set).toMatchObject({ status: 'played', version })
        became.atOnce++
      }
    }
    expect(told(await server.log.read(match, 0, 1000))).toEqual(told(expected))
    expect(Math.min(became.waited, became.atOnce)).toBeGreaterThan(0)
  })
