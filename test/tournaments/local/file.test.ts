import { describe, expect, test } from 'vitest'
import { readTournamentFile } from '../../../src/tournaments/local/file.js'

const GOOD = `name: First
games:
  - game: kingdoms
    seats: 2
format: roundRobin
seed: 1
entrants:
  - greedy
  - random
`

const complaints = (text: string): string[] => {
  const read = readTournamentFile(text)
  return read.ok ? [] : read.complaints.map(({ line, path, message }) => `${line}: ${path}: ${message}`)
}
const entrants = (list: string) => {
  const read = readTournamentFile(GOOD.replace(/entrants:[\s\S]*/, `entrants: ${list}\n`))
  return read.ok ? read.planned.entrants : read.complaints
}

describe('a good file', () => {
  test('is the setting, defaults filled in, and the entrants', () => {
    const read = readTournamentFile(GOOD)
    expect(read).toMatchObject({
      ok: true,
      planned: {
        setting: { name: 'First', games: [{ game: 'kingdoms', seats: 2, options: {} }], repeats: 1, deals: 'duplicate' },
        entrants: [
          { name: 'greedy', version: null, who: { kind: 'house', bot: 'greedy' }, rating: null },
          { name: 'random', version: null, who: { kind: 'house', bot: 'random' }, rating: null },
        ],
      },
    })
    expect(read.ok && Object.keys(read.planned.setting)).not.toContain('entrants')
  })

  test('may be JSON', () => {
    const json = JSON.stringify({
      name: 'First',
      games: [{ game: 'kingdoms', seats: 2 }],
      format: 'roundRobin',
      seed: 1,
      entrants: ['greedy', 'random'],
    })
    expect(readTournamentFile(json)).toEqual(readTournamentFile(GOOD))
  })

  test('names entrants in several ways', () => {
    expect(entrants(`[search:40i, {bot: greedy, name: Anne, version: '2', rating: 10}]`)).toEqual([
      { name: 'search:40i', version: null, who: { kind: 'house', bot: 'search:40i' }, rating: null },
      { name: 'Anne', version: '2', who: { kind: 'house', bot: 'greedy' }, rating: 10 },
    ])
    expect(entrants(`['cmd:python3 bot.py', {command: ./bot, name: Ben}]`)).toEqual([
      { name: 'python3 bot.py', version: null, who: { kind: 'program', command: 'python3 bot.py' }, rating: null },
      { name: 'Ben', version: null, who: { kind: 'program', command: './bot' }, rating: null },
    ])
  })

  test('may name a bot several times, by other names or versions', () => {
    expect(entrants(`[greedy, {bot: greedy, name: Anne}, {bot: greedy, name: Anne, version: '2'}]`)).toHaveLength(3)
  })
})

describe('what is wrong is told with line, path, what was expected and what was found', () => {
  test.each<[string, string, string]>([
    ['empty', '', '1: : Invalid input: expected object, received null'],
    ['no YAML', 'a: [1', '1: : Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['a key twice', `${GOOD}name: Second\n`, '10: : Map keys must be unique'],
    ['another shape', '- a', '1: : Invalid input: expected object, received array'],
    ['no seed', GOOD.replace('seed: 1\n', ''), '1: seed: Invalid input: expected number, received undefined'],
    [
      'an unknown key',
      GOOD.replace('seed: 1', 'seed: 1\nsead: 2'),
      '7: : unknown key "sead", expected one of name, games, format, rounds, repeats, advance, deals, points, seed, clock, rated, atOnce, entrants',
    ],
    [
      'an unknown key of a game',
      GOOD.replace('seats: 2', 'seats: 2\n    opts: {}'),
      '5: games.0: unknown key "opts", expected one of game, seats, options',
    ],
    [
      'no such game',
      GOOD.replace('kingdoms', 'chess'),
      '3: games.0.game: expected one of kingdoms, medieval-realms, regents, royals, got "chess"',
    ],
    ['too many seats', GOOD.replace('seats: 2', 'seats: 9'), '4: games.0.seats: expected 2 to 4 for kingdoms, got 9'],
    ['one seat', GOOD.replace('seats: 2', 'seats: 1'), '4: games.0.seats: Too small: expected number to be >=2, got 1'],
    [
      'an unknown option',
      GOOD.replace('seats: 2', 'seats: 2\n    options:\n      luck: 3'),
      '6: games.0.options.luck: unknown option, expected one of lastCastle, noLuck, instant, starter, got 3',
    ],
    [
      'a wrong option',
      GOOD.replace('seats: 2', 'seats: 2\n    options: {noLuck: 3}'),
      '5: games.0.options.noLuck: Invalid input: expected boolean, received number',
    ],
    [
      'an unknown format',
      GOOD.replace('roundRobin', 'league'),
      '5: format: Invalid option: expected one of "roundRobin"|"swiss"|"knockout"|"ladder", got "league"',
    ],
    [
      'a ladder without an end',
      GOOD.replace('roundRobin', 'ladder'),
      '1: rounds: expected a number: without it a ladder goes on for ever',
    ],
    [
      'an unknown bot',
      GOOD.replace('- random', '- clever'),
      '9: entrants.1: Invalid input: expected one of random, greedy, search:1, search:2, search:3, search:4, search:5, search:400i or search:200ms, got "clever"',
    ],
    [
      'an entrant twice',
      GOOD.replace('- random', '- greedy'),
      '9: entrants.1: another entrant has the same name and version: expected a `name` of its own, got "greedy"',
    ],
    [
      'a version that is a number',
      GOOD.replace('- random', '- {bot: random, version: 1.10}'),
      '9: entrants.1.version: Invalid input: expected a text, in quotes if it looks like a number, got 1.1',
    ],
    [
      'an unknown key of an entrant',
      GOOD.replace('- random', '- {bot: random, colour: red}'),
      '9: entrants.1: unknown key "colour", expected one of bot, name, version, rating',
    ],
    [
      'no command',
      GOOD.replace('- random', '- "cmd: "'),
      '9: entrants.1: Too small: expected string to have >=1 characters, got "cmd: "',
    ],
    ['nobody', GOOD.replace(/entrants:[\s\S]*/, 'entrants: []'), '7: entrants: Too small: expected array to have >=1 items'],
    [
      'a name that a terminal would obey',
      GOOD.replace('- random', '- {bot: random, name: "a\\e[31m"}'),
      '9: entrants.1.name: Invalid input: expected a name without control characters, got "a\\u001b[31m"',
    ],
  ])('%s', (_, text, complaint) => {
    expect(complaints(text)).toEqual([complaint])
  })

  test('everything at once', () => {
    const wrong = GOOD.replace('seats: 2', 'seats: 1').replace('seed: 1', 'seed: -1').replace('- random', '- clever')
    expect(complaints(wrong).map((one) => one.split(':')[0])).toEqual(['4', '6', '9'])
  })

  test('aliases that stand for very much are not followed', () => {
    const rows = ['a: &a [1,1,1,1,1,1,1,1,1]']
    for (const [before, after] of [...'abcdef'].entries())
      if (before > 0) rows.push(`${after}: &${after} [${Array(9).fill(`*${'abcdef'[before - 1]}`)}]`)
    expect(complaints(rows.join('\n'))).toEqual([expect.stringMatching(/Excessive alias count/)])
  })
})
