/** Rematches: one for each match, with seats kept for its players. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { begin, create, type Made, type Player, problemOf, type Server, twoServers } from './server.js'

let here: Server
let there: Server
let anne: Player
let ben: Player
let cleo: Player
let stranger: Player
beforeAll(async () => {
  const both = await twoServers()
  ;({ here, there } = both)
  anne = await here.player()
  ben = await here.player()
  cleo = await here.player()
  stranger = await here.player()
  return both.close
})

/** A match of the three that has ended. */
async function ended(made: Made = {}): Promise<string> {
  const match = await begin(here, [anne, ben, cleo], made)
  for (const player of [cleo, ben]) await here.matches.leave(player, match)
  return match
}

const ask = (player: Caller, match: string, server = here) => server.matches.rematch(player, match)
const only = (caller: Player, ...scopes: ('read' | 'play')[]): Player => ({ ...caller, scopes: new Set(scopes) })

describe('the first who asks', () => {
  test('makes the one rematch; the others take their seats by the same call, and it starts when all have', async () => {
    const options = { starter: 'seat0' } as const
    const match = await ended({ options })
    const asked = await ask(ben, match)
    expect(asked).toMatchObject({ status: 'open', you: 1, seatCount: 3, game: 'kingdoms', rematchOf: match, rematch: null })
    expect(asked.options).toEqual((await here.matches.card(anne, match)).options)
    expect(asked.seats.map(({ player, keptFor }) => [player?.id, keptFor?.id])).toEqual([
      [undefined, anne.player.id],
      [ben.player.id, undefined],
      [undefined, cleo.player.id],
    ])
    expect((await there.matches.card(stranger, match)).rematch).toBe(asked.id)
    expect(await ask(ben, match, there)).toMatchObject({ id: asked.id, status: 'open', you: 1 })
    expect(await ask(anne, match, there)).toMatchObject({ id: asked.id, status: 'open', you: 0 })
    // Whoever has a seat kept may also join as usual.
    expect(await here.matches.join(cleo, asked.id, {})).toMatchObject({ id: asked.id, status: 'running', you: 2, version: 1 })
    expect(await ask(cleo, match)).toMatchObject({ id: asked.id, status: 'running' })
  })

  test('is one, whoever asks at the same moment on two servers', async () => {
    for (let round = 0; round < 8; round++) {
      const match = await ended()
      const cards = await Promise.all(
        [anne, ben, cleo].flatMap((player) => [here, there].map((server) => ask(player, match, server))),
      )
      expect(new Set(cards.map(({ id }) => id)).size).toBe(1)
      const again = await here.matches.card(anne, cards[0]?.id ?? '')
      expect(again).toMatchObject({ status: 'running', version: 1 })
      expect(again.seats.map(({ player }) => player?.id)).toEqual([anne, ben, cleo].map(({ player }) => player.id))
    }
  })

  test('has played in it, and it has ended', async () => {
    const running = await begin(here, [anne, ben])
    expect(await problemOf(ask(anne, running))).toBe('409 MATCH_NOT_OVER')
    const { id: open } = await create(here, anne)
    expect(await problemOf(ask(anne, open))).toBe('409 MATCH_NOT_OVER')
    const match = await ended()
    expect(await problemOf(ask(stranger, match))).toBe('403 NOT_SEATED')
    expect(await problemOf(ask(stranger, 'nonsense'))).toBe('404 NOT_FOUND')
    expect(await problemOf(ask(stranger, await ended({ visibility: 'private' })))).toBe('404 NOT_FOUND')
    // To make one is to host; to take a kept seat is to play.
    expect(await problemOf(ask(only(anne, 'read', 'play'), match))).toBe('403 SCOPE_MISSING')
    await ask(ben, match)
    expect(await ask(only(anne, 'read', 'play'), match)).toMatchObject({ you: 0 })
  })

  test('asks after an aborted match as well', async () => {
    const match = await begin(here, [anne, ben])
    for (const player of [anne, ben]) await here.matches.agreeToAbort(player, match, { agree: true })
    expect(await ask(ben, match)).toMatchObject({ status: 'open', rematchOf: match })
  })
})

describe('kept seats', () => {
  test('are nobody else’s until they are declined, and then anybody’s', async () => {
    const match = await ended()
    const { id } = await ask(anne, match)
    expect(await problemOf(here.matches.join(stranger, id, {}))).toBe('409 SEAT_KEPT')
    expect(await problemOf(here.matches.join(stranger, id, { seat: 1 }))).toBe('409 SEAT_KEPT')
    expect(await problemOf(here.matches.join(stranger, id, { seat: 0 }))).toBe('409 SEAT_TAKEN')
    expect((await there.matches.leave(ben, id)).seats[1]).toMatchObject({ player: null, keptFor: null })
    expect(await problemOf(here.matches.leave(ben, id))).toBe('403 NOT_SEATED')
    expect(await here.matches.join(stranger, id, {})).toMatchObject({ you: 1, status: 'open' })
    expect(await problemOf(ask(ben, match))).toBe('409 SEAT_KEPT')
    expect(await ask(cleo, match)).toMatchObject({ status: 'running' })
    expect(await problemOf(ask(ben, match))).toBe('409 MATCH_FULL')
  })

  test('of dealt seats are dealt anew, to the same players', async () => {
    const match = await begin(here, [anne, ben, cleo], { seating: 'random' })
    for (const player of [cleo, ben]) await here.matches.leave(player, match)
    for (const player of [anne, ben]) await ask(player, match)
    const again = await ask(cleo, match)
    expect(again).toMatchObject({ status: 'running', seating: 'random' })
    expect(new Set(again.seats.map(({ player }) => player?.id))).toEqual(
      new Set([anne, ben, cleo].map(({ player }) => player.id)),
    )
  })

  test('of a private match let their players see the rematch, and nobody else', async () => {
    const match = await ended({ visibility: 'private' })
    const { id, visibility } = await ask(anne, match)
    expect(visibility).toBe('private')
    expect((await there.matches.card(ben, id)).rematchOf).toBe(match)
    expect((await there.matches.card(ben, match)).rematch).toBe(id)
    expect(await problemOf(there.matches.card(stranger, id))).toBe('404 NOT_FOUND')
    expect((await there.matches.list(stranger, {}, { first: 100 })).items.map((one) => one.id)).not.toContain(id)
    await here.matches.leave(ben, id)
    expect(await problemOf(here.matches.card(ben, id))).toBe('404 NOT_FOUND')
    expect((await here.matches.card(ben, match)).rematch).toBeNull()
    // Whoever played may change their mind while there is a seat.
    expect(await ask(ben, match)).toMatchObject({ id, you: 1 })
  })

  test('do not keep a rematch open that whoever asked for it gives up', async () => {
    const match = await ended()
    const { id } = await ask(anne, match)
    expect(await here.matches.leave(anne, id)).toMatchObject({ status: 'cancelled' })
    expect(await problemOf(ask(ben, match))).toBe('409 MATCH_CANCELLED')
  })
})
