/** Tables without a server: what they have from their deal, and what from their players. */
import { describe, expect, test } from 'vitest'
import { thinking } from '../../../src/bots/player.js'
import { strategyFor } from '../../../src/bots/roster.js'
import { games } from '../../../src/games/registry.js'
import { readTranscript, type Transcript, verifyTranscript } from '../../../src/match/offline/transcript.js'
import { identityOf } from '../../../src/tournaments/local/identity.js'
import { playTable } from '../../../src/tournaments/local/table.js'
import { commitmentOf, dealSecret, matchIdOf } from '../../../src/tournaments/secrets.js'
import { TournamentSetting } from '../../../src/tournaments/setting.js'
import { orderOf } from '../../../src/tournaments/table-order.js'

const settingOf = (game: string, seats: number) =>
  TournamentSetting.parse({ name: 'T', games: [{ game, seats }], format: 'roundRobin', seed: 3 })

async function played(game: string, seats: number, number: number, deal: number, bots: readonly string[]) {
  const setting = settingOf(game, seats)
  const { id, secret } = identityOf({ setting, entrants: [] })
  const table = { number, round: 1, game: 0, seats: bots.map((_, seat) => seat + 1), deal }
  const players = bots.map((bot) => thinking(strategyFor(bot) ?? (() => ({ type: 'none' }))))
  const { result, transcript } = await playTable(orderOf({ setting, id, secret }, table), players)
  const read = readTranscript(transcript)
  if (!read.ok) throw new Error(read.problem)
  return { result, transcript: read.transcript, id, secret }
}

const movesOf = ({ entries }: Transcript) => entries.map(({ command, events }) => ({ command, events }))

describe.each(games.map(({ id, seats }) => [id, seats.min] as const))('%s', (game, seats) => {
  const same = Array<string>(seats).fill('random')

  test('tables of one deal are the same match to bots that are the same; others are not', async () => {
    const one = await played(game, seats, 1, 7, same)
    const two = await played(game, seats, 2, 7, same)
    expect(movesOf(two.transcript)).toEqual(movesOf(one.transcript))
    expect(two.transcript.match).not.toBe(one.transcript.match)
    expect(two.result.head).not.toBe(one.result.head)
    const other = await played(game, seats, 1, 8, same)
    expect(movesOf(other.transcript)).not.toEqual(movesOf(one.transcript))
  })

  test('the result is that of the log, which is right', async () => {
    const { result, transcript, id, secret } = await played(game, seats, 5, 2, same)
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
    expect(transcript).toMatchObject({ match: matchIdOf(id, 5), secret: dealSecret(secret, 2).toString('hex'), seats })
    expect(result).toMatchObject({ table: 5, outcome: 'played', left: [], head: transcript.entries.at(-1)?.hash })
    expect(result.places.map(({ seat }) => seat).toSorted()).toEqual(same.map((_, seat) => seat))
  })
})

test('the same file has the same secret and id; whatever differs has others', () => {
  const planned = { setting: settingOf('kingdoms', 2), entrants: [] }
  const { id, secret, commitment } = identityOf(planned)
  expect(identityOf(structuredClone(planned))).toEqual({ id, secret, commitment })
  expect(commitment).toBe(commitmentOf(secret, id))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [
    identityOf({ ...planned, setting: { ...planned.setting, seed: 4 } }),
    identityOf({ ...planned, entrants: [{ name: 'a', version: null, who: { kind: 'house', bot: 'random' }, rating: null }] }),
  ]
  for (const other of others) expect([other.secret.equals(secret), other.id === id]).toEqual([false, false])
  const given = identityOf(planned, Buffer.alloc(32, 1))
  expect([given.secret, given.id === id]).toEqual([Buffer.alloc(32, 1), false])
  expect(identityOf({ ...planned, setting: { ...planned.setting, seed: 4 } }, given.secret).id).not.toBe(given.id)
})
