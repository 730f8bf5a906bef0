import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { progress } from '../../src/cli/terminal.js'
import { run } from './recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-simulate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const simulate = (...rest: string[]) => run('simulate', 'kingdoms', '--seats', '3', '--matches', '4', '--seed', '7', ...rest)

describe('simulate', () => {
  test('prints one line of JSON a match, the same lines every time', async () => {
    const first = await simulate('--json')
    expect(first.code).toBe(0)
    expect(first.out).toHaveLength(4)
    expect(await simulate('--json')).toEqual(first)
    const results = first.out.map((line) => JSON.parse(line))
    expect(results.map(({ match }) => match)).toEqual([1, 2, 3, 4])
    for (const { places, entries, ...rest } of results) {
      expect(rest).toEqual({ match: expect.any(Number), seed: 7, seats: 3 })
      expect(entries).toBeGreaterThan(60)
      expect(places.map(({ seat }: { seat: number }) => seat).sort()).toEqual([0, 1, 2])
      expect(places[0].place).toBe(1)
    }
  })

  test('another seed gives other matches, and the first matches do not depend on how many follow', async () => {
    const { out } = await simulate('--json')
    const other = await run('simulate', 'kingdoms', '--seats', '3', '--matches', '4', '--seed', '8', '--json')
    const fewer = await run('simulate', 'kingdoms', '--seats', '3', '--matches', '2', '--seed', '7', '--json')
    expect(other.out).not.toEqual(out)
    expect(fewer.out).toEqual(out.slice(0, 2))
  })

  test('prints a summary by seat with lengths and speeds', async () => {
    const { code, out } = await simulate()
    expect(code).toBe(0)
    expect(out[0]).toMatch(/seat +score +range +place +first/)
    expect(out.slice(1, 4).every((line, seat) => new RegExp(`^ +${seat} +-?[0-9.]+ ± [0-9.]+ .*%$`).test(line))).toBe(true)
    expect(out.at(-2)).toMatch(/^4 matches of [0-9.]+ ± [0-9.]+ entries \(\d+ to \d+\)$/)
    expect(out.at(-1)).toMatch(/^[0-9.]+ matches\/s, \d+ moves\/s$/)
  })

  test('writes every match as a file of its own', async () => {
    const log = join(folder, 'new', 'logs')
    await simulate('--log', log, '--options', '{"noLuck":true}')
    expect(readdirSync(log)).toHaveLength(4)
    const file = JSON.parse(readFileSync(join(log, readdirSync(log)[0] as string), 'utf8'))
    expect(Object.keys(file)).toEqual(['format', 'match', 'game', 'options', 'seats', 'commitment', 'secret', 'entries'])
    expect(file).toMatchObject({
      format: 'chancery-match/1',
      game: 'kingdoms',
      seats: 3,
      options: { noLuck: true, instant: false },
    })
  })
})

describe('bad input is told in one line that names the field, with exit code 2', () => {
  const cases: [string, string[], RegExp][] = [
    ['no game', ['simulate'], /game: expected one of .*kingdoms.*, got nothing/],
    [
      'unknown game',
      ['simulate', 'chess', '--seats', '2', '--matches', '1', '--seed', '1'],
      /game: expected one of .*kingdoms.*, got "chess"/,
    ],
    [
      'too many seats',
      ['simulate', 'kingdoms', '--seats', '5', '--matches', '1', '--seed', '1'],
      /--seats: expected a whole number from 2 to 4, got "5"/,
    ],
    [
      'too few seats',
      ['simulate', 'kingdoms', '--seats', '-1', '--matches', '1', '--seed', '1'],
      /--seats: expected .*, got "-1"/,
    ],
    ['seats missing', ['simulate', 'kingdoms', '--matches', '1', '--seed', '1'], /--seats: expected .*, got nothing/],
    [
      'matches not a number',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', 'many', '--seed', '1'],
      /--matches: expected .*, got "many"/,
    ],
    [
      'seed not whole',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1.5'],
      /--seed: expected .*, got "1.5"/,
    ],
    ['seed without value', ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed'], /--seed/],
    [
      'options no JSON',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--options', '{noLuck}'],
      /--options: expected JSON, got "{noLuck}"/,
    ],
    [
      'options no object',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--options', '[1]'],
      /--options: .*expected object/,
    ],
    [
      'option of a wrong type',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--options', '{"noLuck":1}'],
      /--options noLuck: .*expected boolean/,
    ],
    [
      'unknown option',
      ['simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--options', '{"luck":1}'],
      /--options luck: unknown option, expected one of lastCastle, noLuck/,
    ],
    ['unknown flag', ['simulate', 'kingdoms', '--fast'], /--fast/],
    [
      'unknown command',
      ['dance'],
      /command: expected one of rules, simulate, tournament, verify, play, resume, backup, restore, admin, mcp, got "dance"/,
    ],
    [
      'no command',
      [],
      /command: expected one of rules, simulate, tournament, verify, play, resume, backup, restore, admin, mcp, got nothing/,
    ],
    ['a name every object has', ['constructor'], /command: expected/],
  ]

  test.each(cases)('%s', async (_, argv, message) => {
    const { code, out, err } = await run(...argv)
    expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 })
    expect(err[0]).toMatch(message)
    expect(err[0]).not.toContain('\n')
  })

  test('a log folder that cannot be made', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, err } = await run(
      'simulate',
      'kingdoms',
      '--seats',
      '2',
      '--matches',
      '1',
      '--seed',
      '1',
      '--log',
      join(file, 'logs'),
    )
    expect(code).toBe(2)
    expect(err[0]).toMatch(/--log: expected a folder/)
    expect(existsSync(join(file, 'logs'))).toBe(false)
  })
})

describe('help', () => {
  test.each([['--help'], ['simulate', '--help'], ['verify', '--help']])('%s %s', async (...argv) => {
    const { code, out } = await run(...argv.filter((arg) => arg !== undefined))
    expect(code).toBe(0)
    expect(out[0]).toMatch(/^chancery /)
  })

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect((await run('--version')).out).toEqual([version])
  })
})

test('the progress bar moves on a terminal and is silent elsewhere', () => {
  const shown: string[] = []
  const bar = progress({ out() {}, complain() {}, status: (line) => shown.push(line) }, 10, 'matches')
  bar.done(5)
  bar.done(10)
  bar.clear()
  expect(shown[0]).toMatch(/^\[#{15}\.{15}\] 5\/10 matches, \d+\/s, 0:\d\d left$/)
  expect(shown.at(-2)).toMatch(/^\[#{30}\] 10\/10/)
  expect(shown.at(-1)).toBe('')
  expect(() => progress({ out() {}, complain() {} }, 10, 'matches').done(1)).not.toThrow()
})
