/** Files of tournaments: as they were written they agree with themselves, and whatever is altered is found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thinking } from '../../../src/bots/player.js'
import { random } from '../../../src/bots/random.js'
import { seededStream } from '../../../src/dice/seeded.js'
import { findGame } from '../../../src/games/registry.js'
import { playMatch } from '../../../src/match/offline/playing.js'
import { type Archived, FINAL_TABLES } from '../../../src/tournaments/archive/archive.js'
import { compareMatch, verifyMatch } from '../../../src/tournaments/archive/match-check.js'
import { checkMatches } from '../../../src/tournaments/archive/matches.js'
import { type Archive, readArchive } from '../../../src/tournaments/archive/reading.js'
import { isArchive } from '../../../src/tournaments/archive/recognising.js'
import { recompute } from '../../../src/tournaments/archive/replay.js'
import type { TournamentRecord } from '../../../src/tournaments/record.js'
import { playedSmall, type Small, textOf } from './small.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-archive-'))
let files = 0
/** Each text has a file of its own, which is read as far as its test looks at it. */
function written(text: string): string {
  const file = join(folder, `event-${++files}.json`)
  writeFileSync(file, text)
  return file
}
afterAll(() => rmSync(folder, { recursive: true }))

let small: Small
beforeAll(async () => {
  small = await playedSmall()
})

async function read(text: string): Promise<Archive> {
  const found = await readArchive(written(text))
  if (!found.ok) throw new Error(found.problem)
  return found.archive
}

async function problemOf(text: string): Promise<string | undefined> {
  const found = await readArchive(written(text))
  return found.ok ? undefined : found.problem
}

const checking = { atOnce: 2, onChecked: () => {} }
const verified = async (archive: Archive) =>
  checkMatches(archive, { ...checking, check: async (expected, text) => verifyMatch(expected, text) })
const compared = async (archive: Archive) =>
  checkMatches(archive, { ...checking, check: async (expected, text) => compareMatch(expected, text) })

/** What replaying finds; matches are looked at where nothing else is wrong. */
async function found(text: string): Promise<readonly string[]> {
  const problem = await problemOf(text)
  if (problem !== undefined) return [problem]
  const archive = await read(text)
  const recomputed = recompute(archive.head)
  return recomputed.ok ? (await compared(archive)).problems : [recomputed.problem]
}

describe('a file as it was written', () => {
  test('is recognised, and agrees with itself', async () => {
    const archive = await read(small.text)
    expect(isArchive(written(small.text))).toBe(true)
    expect(recompute(archive.head)).toMatchObject({ ok: true, tournament: { status: 'over' } })
    expect(await verified(archive)).toMatchObject({ matches: 8, unjudged: 0, problems: [] })
    expect(await found(small.text)).toEqual([])
  })

  test('has one record, row or match a line', () => {
    const lines = small.text.split('\n')
    const { records } = small.archived
    const rows = FINAL_TABLES.reduce((sum, name) => sum + 2 + JSON.parse(small.text)[name].length, 0)
    expect(lines).toHaveLength(1 + (2 + records.length) + rows + (1 + 8) + 2)
    expect(lines.every((line) => !line.includes('\r'))).toBe(true)
  })

  test('is read the same from any other JSON of the same content', async () => {
    const { format, ...rest } = JSON.parse(small.text)
    const other = JSON.stringify({ format, ...rest }, null, 2)
    expect(await found(other)).toEqual([])
    expect(isArchive(written(other))).toBe(true)
  })

  test('may leave the matches out', async () => {
    const archive = await read(await textOf(small.archived, null))
    expect(archive.matches).toBeNull()
    expect(recompute(archive.head).ok).toBe(true)
  })
})

const changed = (change: (record: TournamentRecord) => unknown): Archived => {
  const records: TournamentRecord[] = structuredClone([...small.archived.records])
  records.find((record) => change(record))
  return { ...small.archived, records }
}

/** The first table that was ended, with its places the other way round. */
const swapResult = (record: TournamentRecord): boolean => {
  if (record.type !== 'tableEnded') return false
  for (const place of record.places) place.seat = 1 - place.seat
  return true
}
const swapSeats = (record: TournamentRecord): boolean => {
  if (record.type !== 'roundMade') return false
  record.tables[0]?.seats.reverse()
  return true
}

/** With the final tables of before. */
function withTablesOf(text: string, other: string): string {
  const tables = Object.fromEntries(FINAL_TABLES.map((name) => [name, JSON.parse(other)[name]]))
  return JSON.stringify({ ...JSON.parse(text), ...tables })
}

/** With another byte somewhere, but not in its id, by which it is found. */
function altered(match: string, chance: () => number): string {
  const from = match.indexOf('"game"')
  const at = from + Math.floor(chance() * (match.length - from))
  return match.slice(0, at) + (match[at] === '1' ? '2' : '1') + match.slice(at + 1)
}

describe('what was altered is found', () => {
  test('a result, where the final tables were left alone', async () => {
    const text = withTablesOf(await textOf(changed(swapResult), null), small.text)
    expect(await found(text)).toEqual(expect.arrayContaining([expect.stringMatching(/^(standings|record \d+): /)]))
  })

  test('a result, by a forger who worked the rest out again', async () => {
    const forged = await textOf(changed(swapResult), small.matches)
    const archive = await read(forged)
    expect((await compared(archive)).problems).toEqual(['table 1: the places are not those that are recorded'])
    expect((await verified(archive)).problems).toEqual(['table 1: the places are not those that are recorded'])
  })

  test('a pairing', async () => {
    const { head } = await read(await textOf(changed(swapSeats), small.matches))
    expect(recompute(head)).toEqual({ ok: false, problem: 'record 6: round 1: not the one that follows from what was before' })
  })

  test.each(FINAL_TABLES)('a figure of the %s', async (name) => {
    const told = JSON.parse(small.text)
    told[name] = [{ ...told[name][0], points: 99 }, ...told[name].slice(1)]
    const { head } = await read(JSON.stringify(told))
    expect(recompute(head)).toEqual({ ok: false, problem: `${name}: row 1 is not what the records give` })
  })

  test.each(FINAL_TABLES)('a row too many or too few of the %s', async (name) => {
    const told = JSON.parse(small.text)
    for (const rows of [told[name].slice(0, -1), [...told[name], told[name][0] ?? {}]]) {
      if (rows.length === told[name].length) continue
      const { head } = await read(JSON.stringify({ ...told, [name]: rows }))
      expect(recompute(head)).toMatchObject({ ok: false, problem: expect.stringMatching(`^${name}: row `) })
    }
  })

  test('a record that is missing, doubled, or of another match', async () => {
    const { records } = small.archived
    for (let at = 0; at < records.length; at++) {
      const { head } = await read(await textOf({ ...small.archived, records: records.toSpliced(at, 1) }, null)).catch(() => ({
        head: undefined,
      }))
      // What is left may be a tournament that has not come to its end, but never the same one.
      if (head && at < records.length - 1) expect(recompute(head)).toMatchObject({ ok: false })
    }
    const other = changed((record) => record.type === 'tableBegun' && Object.assign(record, { match: small.archived.id }))
    expect(recompute((await read(await textOf(other, null))).head)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('its match is not that of the table'),
    })
  })

  test('the secret, the commitment and the id', async () => {
    const turned = (text: string): string => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)
    for (const field of ['secret', 'commitment', 'id'] as const) {
      const { head } = await read(await textOf({ ...small.archived, [field]: turned(small.archived[field]) }, small.matches))
      expect(recompute(head)).toEqual({ ok: false, problem: 'the commitment is not that of this secret and tournament' })
    }
  })

  test('a match that is missing, doubled or of another table', async () => {
    const [first = '', ...others] = small.matches
    const problems = async (matches: readonly string[]) =>
      (await compared(await read(await textOf(small.archived, matches)))).problems
    expect(await problems(others)).toEqual(['table 1: its match is missing'])
    expect(await problems([first, ...small.matches])).toEqual(['match 2 of the file is of no table, or stands there twice'])
    expect(await problems([...others, first])).toEqual([])
    expect(await problems(['{}', ...small.matches])).toEqual(['match 1 of the file is of no table, or stands there twice'])
  })

  test('a file that was cut, or to which something was added', async () => {
    for (const text of [small.text.slice(0, -4), small.text.slice(0, -200), `${small.text}{}\n`])
      expect(await found(text)).not.toEqual([])
  })

  test('a match with another deal, however right in itself', async () => {
    const { setting, id } = await read(small.text).then(({ head }) => head)
    const [{ game: name, seats } = { game: '', seats: 2 }] = setting.games
    const game = findGame(name)
    if (!game) throw new Error(`there is no game ${name}`)
    const { match } = JSON.parse(small.matches[0] ?? '')
    const players = [random, random].map(thinking)
    const dealt = { seats, options: game.schema.options.parse({}), match: 1, id: match, secret: Buffer.alloc(32, 7) }
    const { transcript } = await playMatch(game, dealt, players)
    const matches = [JSON.stringify(transcript), ...small.matches.slice(1)]
    const archive = await read(await textOf(small.archived, matches))
    expect((await verified(archive)).problems).toEqual(['table 1: its secret is not that of its deal'])
    expect(id).toBe(small.archived.id)
  })

  test('any byte of any match', async () => {
    const chance = seededStream(8)
    const { problems } = await checkMatches(
      await read(
        await textOf(
          small.archived,
          small.matches.map((match) => altered(match, chance)),
        ),
      ),
      {
        ...checking,
        check: async (expected, text) => verifyMatch(expected, text),
      },
    )
    for (const table of small.matches.keys()) expect(problems.some((one) => one.startsWith(`table ${table + 1}: `))).toBe(true)
  })

  test('any byte of the final tables and of results', async () => {
    const chance = seededStream(9)
    const lines = small.text.split('\n')
    const proven = lines.flatMap((line, index) =>
      /"tableEnded"|"tableBegun"|"roundMade"|^\{"(?:against|criteria|entrant":\d+,"(?:interval|log))/.test(line) ? [index] : [],
    )
    expect(proven.length).toBeGreaterThan(20)
    for (let run = 0; run < 12; run++) {
      const number = proven[Math.floor(chance() * proven.length)] ?? 0
      const line = lines[number] ?? ''
      const at = Math.floor(chance() * (line.length - 1))
      const byte = line[at] === '1' ? '2' : '1'
      const other = lines.with(number, line.slice(0, at) + byte + line.slice(at + 1)).join('\n')
      expect(await found(other), `${line.slice(0, at)} >${byte}< ${line.slice(at + 1)}`).not.toEqual([])
    }
  })
})

describe('what is no such file is told', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ['no JSON', () => 'hello', /expected the file of a tournament/],
    ['empty', () => '', /expected the file of a tournament/],
    ['another format', (text) => text.replace('tournament/1', 'tournament/9'), /^format: /],
    ['no secret', (text) => text.replace(/"secret":"[0-9a-f]+"/, '"secret":"abc"'), /^secret: expected 64 hexadecimal digits/],
    ['a key twice', (text) => text.replace('"id":', '"id":"x","id":'), /the key "id" stands twice/],
    ['an unknown key', (text) => text.replace('"id":', '"colour":1,"id":'), /colour/],
    ['a record of another kind', (text) => text.replace('"started"', '"delayed"'), /^records\.4/],
    ['a table of nobody', (text) => text.replace(/"seats":\[\d,/, '"seats":[9,'), /^table 1: expected/],
    [
      'a result of no table',
      (text) => text.replace('"table":1,"type":"tableEnded"', '"table":77,"type":"tableEnded"'),
      /^table 77: it was not made/,
    ],
    [
      'a name that a terminal would obey',
      (text) => text.replace('"name":"Anne"', '"name":"A\\u001b[31m"'),
      /^entrant 2: .*control characters/,
    ],
    [
      'a game that there is not',
      (text) => text.replace('"game":"medieval-realms"', '"game":"chess"'),
      /^setting: There is no game "chess"/,
    ],
    ['matches that are no list', (text) => text.replace(/"matches":\[[\s\S]*/, '"matches":7}'), /^matches: expected a list/],
  ])('%s', async (_, change, message) => {
    expect(await problemOf(change(small.text))).toMatch(message)
  })

  test('no file, or none that can be read', async () => {
    expect(await readArchive(join(folder, 'none.json'))).toEqual({ ok: false, problem: 'no such file' })
    expect(await readArchive(folder)).toMatchObject({ ok: false })
    expect(isArchive(join(folder, 'none.json'))).toBe(false)
  })
})
