/** Tournaments by both transports, as streams and files; and their page, run as printed. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ArchiveHead } from '../../src/tournaments/archive/archive.js'
import { recompute } from '../../src/tournaments/archive/replay.js'
import { RecordCard, TournamentCard } from '../../src/tournaments/shapes.js'
import { run } from '../cli/recorder.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker, subscriber } from './graphql.js'
import { organiserOf } from './organiser.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let hugo: Call
let token: string
/** Played by bots of the house, and over. */
let played: string
beforeAll(async () => {
  app = await startApp()
  token = await organiserOf(app)
  hugo = caller(app.url, token)
  played = await made({ format: 'roundRobin', clock: undefined, bots: ['greedy', 'random'] })
  await hugo('POST', `/v1/tournaments/${played}/start`)
  await allRecords(played)
  while ((await hugo('GET', `/v1/tournaments/${played}`)).body.secret === null);
}, 120_000)
afterAll(() => app.close())

const SETTING = {
  name: 'A tournament',
  format: 'swiss',
  games: [{ game: 'kingdoms', seats: 2 }],
  clock: { kind: 'decision', seconds: 86_400 },
}

async function made(chosen: object = {}): Promise<string> {
  const { status, body } = await hugo('POST', '/v1/tournaments', { ...SETTING, ...chosen })
  expect(status).toBe(201)
  return body.id
}

let names = 0
async function somebody(): Promise<Call> {
  return caller(app.url, (await app.register(`Entrant ${++names}`)).token)
}

/** By pages, each waited for. */
async function allRecords(id: string): Promise<RecordCard[]> {
  const found: RecordCard[] = []
  for (let after = 0; ; ) {
    const { body } = await hugo('GET', `/v1/tournaments/${id}/records?first=3&wait=20&after=${after}`)
    found.push(...body.items)
    after = body.next
    if (body.complete && after === body.newest) return found
  }
}

const equipped = ['bash', 'curl', 'jq', 'npx'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/tournaments-on-a-server.md runs as printed', { timeout: 120_000 }, async () => {
  const page = readFileSync('docs/tournaments-on-a-server.md', 'utf8')
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const env = { ...process.env, CHANCERY_URL: app.url, ADMIN: (await app.app.accounts.bootstrap()) ?? '' }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '{"status":"open","entrants":2,"format":"swiss","deals":"duplicate"}',
    '{"number":3,"version":"1.2","from":1}',
    '{"number":3,"withdrawn":true}',
    '{"status":"running","entrants":2}',
  ])
  const told = lines.filter((line) => /^\d+ /.test(line))
  expect(told[0]).toBe('1 greedy enters.')
  expect(told.at(-1)).toMatch(/^\d+ The tournament is over\.$/)
  expect(told.map((line) => Number(line.split(' ')[0]))).toEqual(told.map((_, index) => index + 1))
  expect(lines.slice(4 + told.length)).toEqual([
    '1. greedy: 2',
    '2. random: 0',
    expect.stringMatching(/^3\. Ben [\d ]+: 0$/),
    '{"number":1,"round":1,"deal":1,"seats":["greedy","random"]}',
    '{"number":2,"round":1,"deal":1,"seats":["random","greedy"]}',
    '<svg',
    expect.stringMatching(/^event\.json: .*: every round and the final tables agree to the byte$/),
    'event.json: the results are those of its 2 logs',
    'place,entrant,name,version,points,played,wins,buchholzCut1,buchholz,sonnebornBerger,directEncounter',
  ])
})

describe('what cannot be done is refused with a code and a sentence', () => {
  const refused = async (call: ReturnType<Call>): Promise<string> => {
    const { status, body } = await call
    expect(body.detail).toMatch(/^\w.{15,}/s)
    return `${status} ${body.code}`
  }

  test.each([
    ['400 UNKNOWN_GAME', { games: [{ game: 'chess', seats: 2 }] }],
    ['400 SEATS_OUT_OF_RANGE', { games: [{ game: 'kingdoms', seats: 9 }] }],
    ['400 INVALID_OPTIONS', { games: [{ game: 'kingdoms', seats: 2, options: { no: 1 } }] }],
    ['409 CANNOT_SEAT', { games: [2, 3].map((seats) => ({ game: 'kingdoms', seats })) }],
    ['409 CANNOT_SEAT', { format: 'knockout', advance: 2 }],
    ['409 ALREADY_ENTERED', { bots: ['random', 'random'] }],
    ['400 INVALID_INPUT', { bots: ['clever'] }],
    ['400 INVALID_INPUT', { format: 'triathlon' }],
    ['400 INVALID_INPUT', { games: [] }],
    ['400 INVALID_INPUT', { seed: -1 }],
    ['400 INVALID_INPUT', { name: '' }],
    ['400 INVALID_INPUT', { surprise: true }],
  ])('%s', async (problem, chosen) => {
    expect(await refused(hugo('POST', '/v1/tournaments', { ...SETTING, ...chosen }))).toBe(problem)
  })

  test('of one that was made', async () => {
    const four = await made({ games: [{ game: 'kingdoms', seats: 4 }], bots: ['random', 'greedy', 'search:1'] })
    const ben = await somebody()
    const at = (id: string, act: string, body: object = {}, as = hugo) =>
      refused(as('POST', `/v1/tournaments/${id}/${act}`, body))
    expect(await at(await made({ bots: ['random'] }), 'start')).toBe('409 TOO_FEW_ENTRANTS')
    expect(await at(four, 'start')).toBe('409 CANNOT_SEAT')
    expect(await at(four, 'enter-bot', { bot: 'clever' })).toBe('400 INVALID_INPUT')
    expect(await at(four, 'enter-bot', { bot: 'greedy' })).toBe('409 ALREADY_ENTERED')
    expect(await at(four, 'pause')).toBe('409 NOT_RUNNING')
    expect(await at(four, 'resume')).toBe('409 NOT_PAUSED')
    expect(await at(four, 'withdraw', { entrant: 9 })).toBe('404 NO_SUCH_ENTRANT')
    expect(await at(four, 'withdraw', {}, ben)).toBe('403 NOT_ENTERED')
    expect(await at(four, 'start', {}, ben)).toBe('403 SCOPE_MISSING')
    expect(await at(await made({ clock: undefined }), 'enter', {}, ben)).toBe('409 CLOCK_NEEDED')
    expect(await at(played, 'enter', {}, ben)).toBe('409 TOURNAMENT_OVER')
    expect(await refused(hugo('PUT', `/v1/tournaments/${played}/setting`, SETTING))).toBe('409 ALREADY_STARTED')
    expect(await refused(hugo('GET', `/v1/tournaments/${four}/export`))).toBe('409 TOURNAMENT_NOT_OVER')
    for (const what of ['', '/entrants', '/standings', '/crosstable', '/strengths', '/records', '/export'])
      expect(await refused(hugo('GET', `/v1/tournaments/00000000-0000-4000-8000-000000000000${what}`))).toBe('404 NOT_FOUND')
    for (const after of ['x', '-1', '1.5'])
      expect((await hugo('GET', `/v1/tournaments/${four}/entrants?after=${after}`)).status).toBe(400)
  })

  test('by GraphQL, with the same codes', async () => {
    const ask = asker(app.url, token)
    const CREATE = 'mutation ($input: CreateTournamentInput!) { createTournament(input: $input) { id } }'
    const input = { ...SETTING, games: [{ game: 'kingdoms', seats: 9 }] }
    expect((await ask(CREATE, { input })).code).toBe('SEATS_OUT_OF_RANGE')
    expect((await ask(CREATE, { input: { ...SETTING, bots: ['clever'] } })).code).toBe('INVALID_INPUT')
    expect((await ask('mutation { startTournament(tournamentId: "nonsense") { id } }')).code).toBe('NOT_FOUND')
    expect((await ask('{ tournament(id: "nonsense") { id } }')).data).toEqual({ tournament: null })
    expect(
      (
        await ask(
          `mutation { changeTournament(input: { tournamentId: "${played}", name: "x", format: swiss, games: [{ game: kingdoms, seats: 2 }] }) { id } }`,
        )
      ).code,
    ).toBe('ALREADY_STARTED')
    expect((await ask('{ tournaments(first: 100) { nodes { strengths { records } } } }')).code).toBe('QUERY_TOO_COSTLY')
    expect((await ask('{ tournaments(first: 101) { nodes { id } } }')).code).toBe('INVALID_INPUT')
  })
})

describe('GraphQL', () => {
  test('organises, enters and reads; nulls stand for what is left out', async () => {
    const ask = asker(app.url, token)
    const input = {
      ...{
        name: 'By GraphQL',
        format: 'ladder',
        games: [{ game: 'medievalRealms', seats: 2, options: null }],
        seed: 4_294_967_295,
      },
      ...{ rounds: null, points: null, atOnce: { entrant: 2, all: null }, idempotencyKey: 'ladder', rated: null },
      clock: { kind: 'decision', seconds: 86_400, increment: null, bot: null },
      bots: ['greedy'],
    }
    const CARD =
      '{ id status entrantCount recordCount you setting { seed repeats atOnce { entrant all } games { game seats options } clock { increment } } }'
    const CREATE = `mutation ($input: CreateTournamentInput!) { createTournament(input: $input) ${CARD} }`
    const first = (await ask(CREATE, { input })).data.createTournament
    expect(first).toMatchObject({
      ...{ status: 'open', entrantCount: 1, recordCount: 1, you: [] },
      setting: {
        seed: 4_294_967_295,
        repeats: 1,
        atOnce: { entrant: 2, all: 50 },
        games: [{ game: 'medievalRealms', seats: 2, options: {} }],
      },
    })
    expect((await ask(CREATE, { input })).data.createTournament).toEqual(first)
    const { id } = first
    const CHANGE = `mutation ($input: ChangeTournamentInput!) { changeTournament(input: $input) { name setting { seed rounds } } }`
    const { idempotencyKey: _, bots: __, seed: ___, ...chosen } = input
    const changed = await ask(CHANGE, { input: { ...chosen, tournamentId: id, name: 'Changed', rounds: 2 } })
    expect(changed.data.changeTournament).toEqual({ name: 'Changed', setting: { seed: 4_294_967_295, rounds: 2 } })
    const ENTER =
      'mutation ($id: ID!, $version: String) { enterTournament(tournamentId: $id, version: $version) { number version player { kind } } }'
    expect((await ask(ENTER, { id, version: '3' })).data.enterTournament).toEqual({
      number: 2,
      version: '3',
      player: { kind: 'bot' },
    })
    expect(
      (await ask(`mutation { enterHouseBot(tournamentId: "${id}", bot: "search:1") { number name } }`)).data.enterHouseBot,
    ).toEqual({ number: 3, name: 'search:1' })
    expect(
      (await ask(`mutation { withdrawFromTournament(tournamentId: "${id}", entrant: 1, reason: "enough") { number withdrawn } }`))
        .data.withdrawFromTournament,
    ).toEqual([{ number: 1, withdrawn: true }])
    const acted = await ask(
      `mutation { a: startTournament(tournamentId: "${id}") { status } b: pauseTournament(tournamentId: "${id}") { status } c: resumeTournament(tournamentId: "${id}") { status } d: endTournament(tournamentId: "${id}") { status } }`,
    )
    expect(Object.values(acted.data)).toEqual([
      { status: 'running' },
      { status: 'paused' },
      { status: 'running' },
      { status: 'over' },
    ])
    expect((await hugo('GET', `/v1/tournaments?format=ladder&game=medieval-realms`)).body.items).toMatchObject([
      { id, name: 'Changed' },
    ])
  })

  test('shows what REST shows', async () => {
    const ask = asker(app.url)
    const { data } = await ask(`{ tournament(id: "${played}") {
      id name status entrantCount roundCount tableCount recordCount tablesBegun tablesEnded commitment secret
      organiser { id } setting { name format deals seed }
      entrants { nodes { number name player { id } version rating from withdrawn } }
      rounds { nodes { round tables tablesEnded byes } }
      tables(status: played) { nodes { number round game deal status match seats { seat entrant name place score left } } }
      standings { records items { place entrant name version points played wins criteria { name value } withdrawn } }
      crosstable { records rows { entrant name version cells { against met points } } }
      strengths { records items { entrant name version strength low high elo tables } }
      records(first: 5, after: 3) { items { number at type record text } next hasMore complete }
    } }`)
    const read = async (what: string) => (await caller(app.url)('GET', `/v1/tournaments/${played}${what}`)).body
    const card = TournamentCard.parse(await read(''))
    const { tournament } = data
    expect(card).toMatchObject({
      id: played,
      secret: tournament.secret,
      entrants: tournament.entrantCount,
      rounds: tournament.roundCount,
    })
    expect(card).toMatchObject({ tables: tournament.tableCount, records: tournament.recordCount, setting: tournament.setting })
    const entrants = (await read('/entrants')).items
    expect(entrants).toMatchObject(tournament.entrants.nodes)
    expect((await read('/rounds')).items).toEqual(tournament.rounds.nodes)
    expect((await read('/tables')).items).toEqual(tournament.tables.nodes)
    for (const figures of ['standings', 'crosstable', 'strengths']) expect(await read(`/${figures}`)).toEqual(tournament[figures])
    const { newest, ...page } = await read('/records?first=5&after=3')
    expect(tournament.records).toEqual({ ...page, hasMore: page.next < newest })
  })

  test('pages are connections', async () => {
    const ask = asker(app.url)
    const asked = (after: string) =>
      `{ tournament(id: "${played}") { entrants(first: 1${after}) { edges { cursor node { number } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`
    const first = (await ask(asked(''))).data.tournament.entrants
    expect(first).toMatchObject({ edges: [{ node: { number: 1 } }], pageInfo: { hasNextPage: true, hasPreviousPage: false } })
    const second = (await ask(asked(`, after: "${first.pageInfo.endCursor}"`))).data.tournament.entrants
    expect(second).toMatchObject({ edges: [{ node: { number: 2 } }], pageInfo: { hasNextPage: false, hasPreviousPage: true } })
    const list = (await ask('{ tournaments(first: 1) { nodes { id } pageInfo { endCursor } } }')).data.tournaments
    const next = await ask(`{ tournaments(first: 1, after: "${list.pageInfo.endCursor}") { nodes { id } } }`)
    expect(next.data.tournaments.nodes[0].id).not.toBe(list.nodes[0].id)
  })
})

describe('records', () => {
  const streamed = async (headers: Record<string, string>, query = ''): Promise<string> =>
    (await fetch(`${app.url}/v1/tournaments/${played}/records${query}`, { headers })).text()
  const ids = (events: string): number[] => [...events.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

  test('are the same by pages, lines, events and subscription: each once, in order, until the end', async () => {
    const records = await allRecords(played)
    expect(records.map((one) => RecordCard.parse(one).number)).toEqual(records.map((_, index) => index + 1))
    expect(records.at(-1)?.type).toBe('ended')
    const lines = await streamed({ accept: 'application/x-ndjson' })
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(records)
    const events = await streamed({ accept: 'text/event-stream' })
    expect([...events.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))).toEqual([...records, {}])
    expect(events.endsWith('event: end\ndata: {}\n\n')).toBe(true)
    const client = subscriber(app.url)
    const told: number[] = []
    const query = `subscription { tournamentRecords(tournamentId: "${played}", after: 2) { number } }`
    for await (const { data } of client.iterate<{ tournamentRecords: { number: number } }>({ query }))
      if (data) told.push(data.tournamentRecords.number)
    await client.dispose()
    expect(told).toEqual(records.slice(2).map(({ number }) => number))
  })

  test('go on after the last that was told, by Last-Event-ID before `after`', async () => {
    const all = ids(await streamed({ accept: 'text/event-stream' }))
    for (const last of [0, 1, all.length - 1, all.length]) {
      expect(ids(await streamed({ accept: 'text/event-stream' }, `?after=${last}`))).toEqual(all.slice(last))
      expect(ids(await streamed({ accept: 'text/event-stream', 'last-event-id': `${last}` }, '?after=1'))).toEqual(
        all.slice(last),
      )
    }
    expect((await hugo('GET', `/v1/tournaments/${played}/records?after=${all.length + 1}`)).body.code).toBe('STALE_VERSION')
    expect(await streamed({ accept: 'application/x-ndjson' }, `?after=${all.length + 1}`)).toBe(
      `{"resync":{"version":${all.length}}}\n`,
    )
    expect((await hugo('GET', `/v1/tournaments/${played}/records`, undefined, { 'last-event-id': 'x' })).body.code).toBe(
      'INVALID_INPUT',
    )
  })

  test('are told as they are written', async () => {
    const id = await made()
    const waited = hugo('GET', `/v1/tournaments/${id}/records?wait=20`)
    const ben = await somebody()
    await ben('POST', `/v1/tournaments/${id}/enter`, { version: '7' })
    expect((await waited).body).toMatchObject({
      items: [{ number: 1, type: 'entered', record: { version: '7' } }],
      next: 1,
      newest: 1,
      complete: false,
    })
  })

  test('by a ticket', async () => {
    const address = `/v1/tournaments/${played}/records`
    const ticket = await hugo('POST', '/v1/me/stream-tickets', { address })
    expect(ticket.status).toBe(201)
    const opened = await fetch(app.url + ticket.body.address, { headers: { accept: 'text/event-stream' } })
    expect(ids(await opened.text()).length).toBeGreaterThan(5)
    expect((await fetch(app.url + ticket.body.address)).status).toBe(401)
  })
})

describe('files', () => {
  const exported = (query: string): Promise<Response> => fetch(`${app.url}/v1/tournaments/${played}/export${query}`)

  test('JSON is the whole tournament, which can be worked out again', async () => {
    const response = await exported('')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="tournament-${played}.json"`)
    const { matches, ...head } = JSON.parse(await response.text())
    expect(recompute(ArchiveHead.parse(head))).toMatchObject({ ok: true })
    expect(matches).toHaveLength(2)
    for (const match of matches) expect(match).toMatchObject({ format: expect.stringMatching(/^chancery-/), game: 'kingdoms' })
    expect(JSON.parse(await (await exported('?matches=false')).text())).toEqual({ ...head, matches: null })
  })

  test('its tables of house bots can be played again: all moves are the same, and other bots make others', {
    timeout: 60_000,
  }, async () => {
    const text = await (await exported('')).text()
    const folder = mkdtempSync(join(tmpdir(), 'chancery-export-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const replayed = (name: string, content: string) => {
      const file = join(folder, name)
      writeFileSync(file, content)
      return run('tournament', 'replay', file, '--matches', '--workers', '1')
    }
    const honest = await replayed('honest.json', text)
    expect(honest).toMatchObject({ code: 0, err: [] })
    expect(honest.out.at(-1)).toMatch(/2 tables played again, all moves are the same$/)
    const other = await replayed('other.json', text.replace('"who":{"bot":"greedy"', '"who":{"bot":"random"'))
    expect(other).toMatchObject({
      code: 1,
      err: [1, 2].map((table) => expect.stringMatching(`table ${table}: played again, it has other moves$`)),
    })
  })

  test('NDJSON has a line for everything', async () => {
    const lines = (await (await exported('?format=ndjson')).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const count = (type: string): number => lines.filter((line) => line.type === type).length
    expect(lines[0]).toMatchObject({ type: 'tournament', tournament: { id: played } })
    expect([count('record'), count('standings'), count('match')]).toEqual([lines[0].tournament.records, 2, 2])
  })

  test.each(['standings', 'crosstable', 'tables', 'strengths', 'entrants'])('CSV: %s', async (table) => {
    const response = await exported(`?format=csv&table=${table}`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [heading = '', ...rows] = (await response.text()).trimEnd().split('\r\n')
    expect(heading).toMatch(/^(place|entrant|table),/)
    for (const row of rows) expect(row.split(',')).toHaveLength(heading.split(',').length)
  })

  test('cost a point for every 16 KiB', async () => {
    const counted = await startApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMIT: '1000' } })
    const left = async (): Promise<number> =>
      Number(/r=(\d+)/.exec((await fetch(`${counted.url}/v1/tournaments/${played}`)).headers.get('ratelimit') ?? '')?.[1])
    const before = await left()
    const { length } = await (await fetch(`${counted.url}/v1/tournaments/${played}/export`)).text()
    expect(before - (await left()) - 2).toBe(Math.floor(length / 16_384))
    expect(length).toBeGreaterThan(16_384)
    await counted.close()
  })

  test('the crosstable is drawn for whoever asks for a picture', async () => {
    const asked = (accept: string): Promise<Response> =>
      fetch(`${app.url}/v1/tournaments/${played}/crosstable`, { headers: { accept } })
    const picture = await asked('image/avif,image/svg+xml,image/*;q=0.8')
    expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(picture.headers.get('vary')).toContain('accept')
    expect(picture.headers.get('content-security-policy')).toContain("style-src 'unsafe-inline'")
    expect(await picture.text()).toMatch(/^<svg [\s\S]*greedy[\s\S]*<\/svg>$/)
    for (const accept of ['application/json', '*/*', 'text/html'])
      expect(await (await asked(accept)).json()).toMatchObject({ rows: [{ name: 'greedy' }, { name: 'random' }] })
  })
})
