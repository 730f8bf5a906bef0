/**
 * A real standby is promoted under a running server, behind a switch that then leads to it. It has all of one match, and is behind in another: there
 * moves were acknowledged that are lost with the primary.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/client/index.js'
import { itemAt } from '../../src/games/lists.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { openTable, playOn, type Reply, startMatch, type Table } from '../api/rest.js'
import { layWire, type Wire } from '../log/wire.js'
import { type Pair, startPair } from '../platform/standby.js'
import { administer } from '../support/administer.js'
import { startApp } from '../support/app.js'

let pair: Pair
let wire: Wire
let table: Table
beforeAll(async () => {
  pair = await startPair()
  wire = await layWire(pair.primary)
  table = await openTable(await startApp({ databaseUrl: wire.url }))
})
afterAll(async () => {
  await table.app.close()
  await wire.cut()
  await pair.close()
})

const readiness = async (): Promise<number> => (await table.anyone('GET', '/health/ready')).status

interface Followed {
  readonly id: string
  /** Hashes of the entries as the SDK has told them, without those that it has told otherwise since. */
  readonly heads: string[]
  readonly ended: Promise<void>
}

async function follow(): Promise<Followed> {
  const id = await startMatch(table)
  const client = connect({ url: table.app.url, token: table.tokens[0], retries: 1000, longestPause: 100 })
  const heads: string[] = []
  const listen = async (): Promise<void> => {
    for await (const { version, head } of client.notices(id)) heads.splice(version - 1, heads.length, head)
  }
  return { id, heads, ended: listen() }
}

/** Plays so many moves, and waits until all of them have been heard. */
async function playAndHear({ id, heads }: Followed, moves: number): Promise<void> {
  await playOn(table, id, moves)
  const { body } = await table.anyone('GET', `/v1/matches/${id}`)
  await vi.waitFor(() => expect(heads).toHaveLength(body.version), 20_000)
}

/** A move that would be accepted now, as something to send later. */
async function legalMove({ id }: Followed): Promise<() => Promise<Reply>> {
  const { body } = await table.anyone('GET', `/v1/matches/${id}`)
  const player = itemAt(table.players, body.awaiting[0].seat)
  const legal = await player('GET', `/v1/matches/${id}/legal-moves?first=1`)
  return () => player('POST', `/v1/matches/${id}/moves`, legal.body.moves[0].move)
}

async function expectOutage(move: () => Promise<Reply>): Promise<void> {
  const { status, body } = await move()
  expect([status, body.code]).toEqual([503, 'DATABASE_UNAVAILABLE'])
  expect(await readiness()).toBe(503)
}

/** To the end; and the log is whole, verifies, and is what was heard. */
async function expectWhole({ id, heads, ended }: Followed): Promise<void> {
  await playOn(table, id)
  await ended
  const { body: log } = await table.anyone('GET', `/v1/matches/${id}/log`)
  expect(verifyTranscript(log)).toMatchObject({ ok: true })
  expect(log.entries.map(({ hash }: { hash: string }) => hash)).toEqual(heads)
  const rows = await administer(pair.standby, 'select version from entry where match_id = $1 order by version', [id])
  expect(rows.map(({ version }) => version)).toEqual(heads.map((_, index) => index + 1))
}

describe('a primary is lost', () => {
  let kept: Followed
  let behind: Followed
  let acknowledged: string[]
  beforeAll(async () => {
    kept = await follow()
    behind = await follow()
    await playAndHear(kept, 6)
    await playAndHear(behind, 4)
    await pair.caughtUp()
    await pair.cutOff()
    await playAndHear(behind, 4)
    acknowledged = [...kept.heads]
  })

  test('while it is away, and while the standby is one, nothing is ready and moves are 503', async () => {
    // The other match is left alone: what the server remembers of it is ahead of the standby until somebody asks.
    const move = await legalMove(kept)
    pair.killPrimary()
    await wire.cut()
    await expectOutage(move)
    wire.leadTo(pair.standby)
    await wire.mend()
    const look = async () => (await table.anyone('GET', `/v1/matches/${kept.id}`)).status
    await expect.poll(look, { timeout: 20_000 }).toBe(200)
    await expectOutage(await legalMove(kept))
  })

  test('the standby is promoted, and the server goes on by itself', async () => {
    await pair.promote()
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
  })

  test('what the standby had is there, and goes on', async () => {
    await expectWhole(kept)
    expect(kept.heads.slice(0, acknowledged.length)).toEqual(acknowledged)
  })

  test('what is lost is told as stale, and the match goes on without a gap', async () => {
    const [anne] = table.players
    const stale = { status: 412, code: 'STALE_VERSION' }
    const castle = { type: 'placeCastle', rank: 1, row: 1, column: 1 }
    expect((await anne('GET', `/v1/matches/${behind.id}`)).body.version).toBe(5)
    expect((await anne('POST', `/v1/matches/${behind.id}/moves`, castle, { 'if-match': '"9"' })).body).toMatchObject(stale)
    expect((await anne('GET', `/v1/matches/${behind.id}/notices?after=9`)).body).toMatchObject(stale)
    await expectWhole(behind)
  })
})
