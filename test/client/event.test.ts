/** An event of external bots: the bots of the examples and bots of the house play a Swiss tournament over HTTP, and one entrant never answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CrosstableShape, Standings, TableCard } from '../../src/tournaments/shapes.js'
import { organiserOf } from '../api/organiser.js'
import { caller } from '../api/rest.js'
import { startApp, type TestApp } from '../support/app.js'
import { type ExampleBots, exampleBots, isPossible, NOT_HERE } from './example-bots.js'

let server: TestApp
let bots: ExampleBots
beforeAll(async () => {
  server = await startApp()
  bots = await exampleBots(server.url)
})
afterAll(async () => {
  await server.close()
  await bots.close()
})

const SETTING = {
  name: 'Bots of the examples',
  format: 'swiss',
  games: [{ game: 'kingdoms', seats: 2 }],
  rounds: 2,
  clock: { kind: 'decision', seconds: 15 },
  seed: 1,
  bots: ['random', 'greedy', 'search:1'],
}

/** Rows and columns in the order of the standings, as `points/met`. */
function crosstableText({ rows }: CrosstableShape): string {
  const widest = Math.max(...rows.map(({ name }) => name.length))
  const cell = (row: CrosstableShape['rows'][number], against: number): string => {
    const found = row.cells.find((one) => one.against === against)
    return found ? `${found.points}/${found.met}` : row.entrant === against ? '*' : '-'
  }
  return rows
    .map((row) => [row.name.padEnd(widest), ...rows.map(({ entrant }) => cell(row, entrant).padStart(5))].join(' '))
    .join('\n')
}

test('three bots of the examples, three of the house and one that hangs play it to its end', { timeout: 300_000 }, async ({
  skip,
}) => {
  skip(!isPossible('TypeScript', 'Python', 'bash'), NOT_HERE)
  const organiser = caller(server.url, await organiserOf(server))
  const { id } = (await organiser('POST', '/v1/tournaments', SETTING)).body
  const here = `/v1/tournaments/${id}`
  // Before the others, so that the bye of the first round is for one of them.
  const hanging = caller(server.url, (await server.register('Hanging')).token)
  const { number } = (await hanging('POST', `${here}/enter`, {})).body
  const playing = [
    bots.start('TypeScript', '--tournament', id),
    bots.start('Python', '--tournament', id),
    bots.start('bash', { TOURNAMENT: id }),
  ]
  await Promise.all(playing.map((bot) => bot.says(/plays in tournament [0-9a-f-]{36} as entrant \d/)))
  expect((await organiser('POST', `${here}/start`)).body).toMatchObject({ status: 'running', entrants: 7 })

  for (const bot of playing) await bot.says(/over: place \d of 7/)

  const read = async <T>(what: string): Promise<T> => (await organiser('GET', `${here}${what}`)).body
  expect(await read('')).toMatchObject({ status: 'over', entrants: 6, rounds: SETTING.rounds })
  const { items: tables } = await read<{ items: TableCard[] }>('/tables?first=100')
  const lost = tables.filter(({ seats }) => seats.some(({ entrant }) => entrant === number))
  expect(lost.map(({ status }) => status)).toEqual(['played', 'played'])
  for (const { seats } of lost) expect(seats.find(({ entrant }) => entrant === number)).toMatchObject({ place: 2, left: true })
  expect(tables.every(({ status }) => status === 'played')).toBe(true)
  const standings = await read<Standings>('/standings')
  expect(standings.items.find(({ entrant }) => entrant === number)).toMatchObject({ points: 0, withdrawn: true })
  expect(standings.items.filter(({ withdrawn }) => withdrawn)).toHaveLength(1)
  console.log(crosstableText(await read<CrosstableShape>('/crosstable')))
})
