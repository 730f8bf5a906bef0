/** The stream of a tournament, and what inboxes and webhooks tell of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import type { RecordCard } from '../../src/tournaments/shapes.js'
import { CreateWebhook } from '../../src/webhooks/shapes.js'
import { type Player, problemOf } from '../match/server.js'
import { administer } from '../support/administer.js'
import { create, openTournaments, PATIENCE, played, type TournamentServer } from './server.js'

let here: TournamentServer
let there: TournamentServer
let organiser: Player
beforeAll(async () => {
  here = await openTournaments()
  there = await openTournaments(here.databaseUrl)
  organiser = await here.organiser()
})
afterAll(async () => {
  await there.close()
  await here.close()
})

/** Everything from a number on, or as many as are wanted. */
async function follow(
  server: TournamentServer,
  id: string,
  after: number,
  most = Number.POSITIVE_INFINITY,
): Promise<RecordCard[]> {
  const heard: RecordCard[] = []
  const stopping = new AbortController()
  for await (const record of server.tournaments.follow(anonymous, id, after, stopping.signal)) {
    heard.push(record)
    if (heard.length >= most) break
  }
  return heard
}

test('tells every record once and in order, on every server, and ends with the tournament', { timeout: PATIENCE }, async () => {
  const { id } = await create(here, organiser, { bots: ['random', 'greedy'] })
  const following = [follow(here, id, 0), follow(there, id, 0), follow(there, id, 2)]
  /** Cut off after every few records, and resumed where it was. */
  const resumed = async (): Promise<RecordCard[]> => {
    const heard: RecordCard[] = []
    while (heard.at(-1)?.type !== 'ended') heard.push(...(await follow(there, id, heard.at(-1)?.number ?? 0, 2)))
    return heard
  }
  const cut = resumed()
  await here.tournaments.start(organiser, id)
  const { records } = await played(here, id)
  const numbers = Array.from({ length: records }, (_, index) => index + 1)
  const [own, other, later] = await Promise.all(following)
  expect(own?.map(({ number }) => number)).toEqual(numbers)
  expect(other?.map(({ number, type }) => [number, type])).toEqual(own?.map(({ number, type }) => [number, type]))
  expect(later?.map(({ number }) => number)).toEqual(numbers.slice(2))
  expect((await cut).map(({ number }) => number)).toEqual(numbers)
  expect(own?.map(({ text }) => text)).toEqual(expect.arrayContaining(['The tournament starts.', 'The tournament is over.']))
  expect(await follow(here, id, records)).toEqual([])
  expect(await problemOf(follow(here, id, records + 1))).toBe('412 STALE_VERSION')
  expect(await problemOf(follow(here, 'no id', 0))).toBe('404 NOT_FOUND')
})

test('a stream ends when its signal is aborted', async () => {
  const { id } = await create(here, organiser, { bots: ['random'] })
  const stopping = new AbortController()
  const heard: RecordCard[] = []
  const following = (async () => {
    for await (const record of here.tournaments.follow(anonymous, id, 0, stopping.signal)) heard.push(record)
  })()
  while (heard.length < 1) await sleep(5)
  stopping.abort()
  await following
  expect(heard).toHaveLength(1)
})

test('inboxes and webhooks tell entrants that they have entered, play and are done; and the organiser that it is over', {
  timeout: PATIENCE,
}, async () => {
  const player = await here.player()
  const cursors = await Promise.all([player, organiser].map((one) => here.matches.startInbox(one)))
  await here.webhooks.create(player, CreateWebhook.parse({ url: 'https://receiver.example/', events: ['tournament'] }))
  const clock = { kind: 'decision', seconds: 1 }
  const { id } = await create(here, organiser, { clock, bots: ['random', 'greedy'], rounds: 1, format: 'swiss' })
  await here.tournaments.enter(player, id, {})
  await here.tournaments.start(organiser, id)
  await played(here, id)
  const told = async (caller: Player, after: string | undefined) =>
    (await here.matches.inbox(caller, { first: 1000, after })).items
      .filter(({ about }) => about === id)
      .map(({ kind, match, game, status, version, yourTurn }) => ({ kind, match, game, status, version, yourTurn }))
  const item = (kind: string) => ({ kind, match: null, game: null, status: null, version: 0, yourTurn: false })
  const plays = (await here.tournaments.tables(anonymous, id, { entrant: 3 }, { first: 1 })).items.length > 0
  expect(await told(player, cursors[0])).toEqual(
    ['tournamentEntered', ...(plays ? ['tournamentRound'] : []), 'tournamentOver'].map(item),
  )
  expect(await told(organiser, cursors[1])).toEqual([item('tournamentOver')])
  const sent = await administer(
    here.databaseUrl,
    `select body from webhook_delivery where type = 'tournament' order by created_at, id`,
  )
  expect(sent.map(({ body }) => JSON.parse(String(body)).data)).toMatchObject(
    ['entered', ...(plays ? ['round'] : []), 'over'].map((kind) => ({ kind, tournament: id, name: 'A tournament' })),
  )
})
