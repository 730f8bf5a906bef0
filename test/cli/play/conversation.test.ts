/** What a person can type while playing, and what they are told. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readTranscript } from '../../../src/match/offline/transcript.js'
import { run } from '../recorder.js'
import { type Piped, piped } from './piped.js'
import { offeredNumbers } from './reader.js'
import { hasTmux, inTmux } from './tmux.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-conversation-'))
afterAll(() => rmSync(folder, { recursive: true }))
const env = { XDG_DATA_HOME: folder }

const SEAT0 = ['--bots', 'random', '--seed', '1', '--options', '{"starter":"seat0"}']
let files = 0
const begin = (...more: string[]): { match: Piped; file: string } => {
  const file = join(folder, `match-${files++}.json`)
  return { file, match: piped(['play', 'kingdoms', ...SEAT0, '--file', file, ...more], env) }
}

async function answer(match: Piped, line: string): Promise<string> {
  await match.type(line)
  return match.screen()
}

async function quit(match: Piped): Promise<string> {
  const screen = await answer(match, 'q')
  expect(await match.exit).toBe(0)
  return screen
}

const entriesIn = (file: string): number => {
  const read = readTranscript(readFileSync(file, 'utf8'))
  if (!read.ok) throw new Error(read.problem)
  return read.transcript.entries.length
}

test('a move is built in steps, and u takes them back one by one', async () => {
  const { match, file } = begin()
  const first = await match.screen()
  expect(offeredNumbers(first)).toEqual(['1', '2', '3'])
  const rank = await answer(match, '1')
  expect(rank).toMatch(/place castle > rank\?/)
  expect(await answer(match, '4')).toMatch(/place castle > rank 4 > row\?/)
  expect(await answer(match, '5')).toMatch(/place castle > rank 4 > row 5 > which move\?/)
  expect(await answer(match, 'u')).toMatch(/place castle > rank 4 > row\?/)
  expect(await answer(match, 'u')).toBe(rank)
  expect(await answer(match, 'u')).toContain('Place a castle, draw a tile')
  expect(await answer(match, 'u')).toMatch(/no step to take back/)
  expect(entriesIn(file)).toBe(1)
  expect(await answer(match, '1 4 5 6')).toMatch(/Seat 0 \(you\) places a castle of rank 4 at row 5, column 6\.[\s\S]*\^{4} you/)
  await quit(match)
})

test('words, lists and pages find a move among hundreds', async () => {
  const { match } = begin()
  await match.screen()
  expect(await answer(match, 'rank 2 column 3')).toMatch(/ 1 {2}Place a castle of rank 2 at row 1, column 3\./)
  expect(await answer(match, 'row 9')).toMatch(/No move here has "row 9" in its sentence \(u takes a step back\)/)
  await answer(match, 'u')
  expect(await answer(match, 'm')).toMatch(/Page 1 of \d+: n next/)
  expect(await answer(match, 'n')).toMatch(/Page 2 of/)
  await answer(match, 'p')
  expect(await answer(match, 'p')).toMatch(/first page/)
  await answer(match, 'u')
  expect(await answer(match, '7')).toMatch(/There is no 7 here: type a number from 1 to 3\./)
  expect(await answer(match, '3 1')).toMatch(/3 is a whole move already: Draw a tile\. Nothing was played\./)
  await quit(match)
})

test('a move can be typed as JSON; what is wrong with it is told in words', async () => {
  const { match, file } = begin()
  await match.screen()
  expect(await answer(match, '{"type":"placeCastle"')).toMatch(
    /This is no JSON: [\s\S]*A move looks like\s+\{"type":"placeCastle"/,
  )
  expect(await answer(match, '{"type":"placeCastle","rank":9,"row":1,"column":1}')).toMatch(/Not allowed: rank: Invalid/)
  expect(await answer(match, '{"type":"placeTile","row":1,"column":1}')).toMatch(/Not allowed: [A-Z].*\./)
  expect(await answer(match, '[]')).toMatch(/Not allowed: /)
  expect(entriesIn(file)).toBe(1)
  expect(await answer(match, '{"type":"placeCastle","rank":2,"row":2,"column":2}')).toMatch(
    /Seat 0 \(you\) places a castle of rank 2/,
  )
  await quit(match)
})

test('board, log, help and rules can be looked at', async () => {
  const { match } = begin()
  await match.screen()
  expect(await answer(match, 'b')).toMatch(/Kingdoms, epoch 1 /)
  const log = await answer(match, 'l')
  expect(log).toMatch(/Seat 0 \(you\) gets a start tile: \w+\.\n- Seat 1 gets a start tile\.\n/)
  await match.type('?')
  await match.type('')
  await match.type('q')
  expect(await match.screen()).toMatch(
    /takes the last step[\s\S]*Enter shows the rules of Kingdoms[\s\S]*# Kingdoms[\s\S]*lines\. Enter: more/,
  )
  await quit(match)
})

test('q, the end of the input and signals keep the match, and resume goes on with it', async () => {
  const { match, file } = begin()
  await match.screen()
  await answer(match, '3')
  expect(await quit(match)).toContain(`\`chancery resume\` goes on with it:\n${file}\nThe file holds the secret of the match`)
  const again = piped(['resume'], env)
  expect(await again.screen()).toMatch(/What happened:\n- Seat 0 \(you\) draws a tile: [\s\S]*you have drawn/)
  again.end()
  expect(await again.exit).toBe(0)
  expect(again.printed()).toContain(file)
  const third = piped(['resume', file], env)
  await third.screen()
  third.signal('SIGINT')
  expect(await third.exit).toBe(0)
  expect(third.printed()).toContain(file)
  expect(entriesIn(file)).toBe(2)
})

test('the same seed gives the same match, and a match that is kept is not written over', async () => {
  const argv = ['play', 'kingdoms', '--bots', 'random', '--seed', '77']
  const screens: string[] = []
  for (const match of [piped(argv, env), piped(argv, env)]) {
    screens.push(await match.screen())
    const farewell = await quit(match)
    expect(existsSync(/^\/.*\.json$/m.exec(farewell)?.[0] ?? '')).toBe(true)
    screens.push(farewell)
  }
  expect(screens[2]).toBe(screens[0])
  expect(screens[3]).not.toBe(screens[1])
})

test('bots that search think in a thread: the same seed gives the same moves, and a signal ends a thought', async () => {
  const argv = ['play', 'kingdoms', '--seed', '5', '--options', '{"starter":"seat0"}']
  const screens: string[] = []
  for (const match of [piped([...argv, '--bots', 'search:1'], env), piped([...argv, '--bots', 'search:1'], env)]) {
    await match.screen()
    screens.push(await answer(match, '1 1 1 1'))
    await quit(match)
  }
  expect(screens[0]).toMatch(/is the turn of seat 1\.[\s\S]*It is the turn of seat 0/)
  expect(screens[1]).toBe(screens[0])
  const slow = piped([...argv, '--seats', '4', '--seat', '3', '--bots', 'search:5'], env)
  await expect.poll(() => slow.printed(), { timeout: 20_000 }).toContain('Kingdoms, seat 0: search:5')
  slow.signal('SIGINT')
  expect(await slow.exit).toBe(0)
  expect(slow.printed()).toContain('`chancery resume` goes on with it')
})

describe('wrong usage and files', () => {
  test.each([
    [['play'], /^chancery: game: expected one of .*, got nothing$/],
    [['play', 'chess'], /^chancery: game: expected one of .*, got "chess"$/],
    [['play', 'kingdoms', 'royals'], /^chancery: arguments: expected one game, got "royals"$/],
    [['play', 'kingdoms', '--bots', 'clever'], /^chancery: --bots: expected names among random, greedy, .*, got "clever"$/],
    [['play', 'kingdoms', '--seats', '3', '--bots', 'random,greedy,random'], /^chancery: --bots: expected one name, or 2, got /],
    [['play', 'kingdoms', '--seats', '9'], /^chancery: --seats: expected a whole number from 2 to 4, got "9"$/],
    [['play', 'kingdoms', '--seat', '2'], /^chancery: --seat: expected a whole number from 0 to 1, got "2"$/],
    [['play', 'kingdoms', '--options', '{"luck":1}'], /^chancery: --options luck: unknown option/],
    [
      ['play', 'kingdoms', '--url', 'http://127.0.0.1:1', '--seed', '1'],
      /^chancery: --seed: expected a match without a server, got "1"$/,
    ],
    [['play', 'kingdoms', '--url', 'http://127.0.0.1:1'], /^chancery: Set CHANCERY_TOKEN to the token of a player/],
    [['resume', join(folder, 'nowhere.json')], /nowhere\.json: no such file$/],
    [['resume', 'one', 'two'], /^chancery: arguments: expected one match, got "two"$/],
  ])('%j', async (argv, complaint) => {
    const { code, out, err } = await run(...argv)
    expect({ code, out }).toEqual({ code: 2, out: [] })
    expect(err).toHaveLength(1)
    expect(err[0]).toMatch(complaint)
  })

  test('a file that is there is not begun anew, and one that was altered is not gone on with', async () => {
    const { match, file } = begin()
    await match.screen()
    await quit(match)
    const second = await run('play', 'kingdoms', '--file', file)
    expect([second.code, second.err[0]]).toEqual([2, expect.stringContaining(`chancery resume ${file}`)])
    const altered = join(folder, 'altered.json')
    writeFileSync(altered, readFileSync(file, 'utf8').replace('"starter":0', '"starter":1'))
    const third = await run('resume', altered)
    expect([third.code, third.err[0]]).toEqual([1, expect.stringMatching(/altered\.json: entry 1: the hash does not fit/)])
  })

  test('a match that was simulated has nobody to play it', async () => {
    const log = join(folder, 'simulated')
    await run('simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--log', log)
    const { code, err } = await run('resume', join(log, 'kingdoms-2-1-1.json'))
    expect([code, err[0]]).toEqual([2, expect.stringContaining('was not begun by `chancery play`')])
  })

  test('without a match before there is none to go on with', async () => {
    const match = piped(['resume'], { XDG_DATA_HOME: join(folder, 'empty') })
    expect(await match.exit).toBe(1)
    expect(match.complained()).toMatch(/There is no match to go on with: `chancery play` begins one\./)
  })
})

describe.skipIf(!hasTmux)('in a terminal (where tmux is installed)', () => {
  const argv = ['play', 'kingdoms', ...SEAT0]

  test.each(['C-c', 'C-d'])('%s keeps the match', async (key) => {
    const pane = await inTmux(argv, env)
    await pane.screen()
    await pane.press(key)
    expect(await pane.exit()).toBe(0)
    expect(await pane.look()).toContain('`chancery resume` goes on with it')
    await pane.close()
  })

  test('seats have colours, unless NO_COLOR says otherwise', async () => {
    const [colourful, sober] = await Promise.all([inTmux(argv, env), inTmux(argv, { ...env, NO_COLOR: '1' })])
    await Promise.all([colourful.screen(), sober.screen()])
    expect(await colourful.look(true)).toContain('\u001b[36mSeat 0 (you)')
    expect(await sober.look(true)).not.toContain('\u001b[')
    await Promise.all([colourful.close(), sober.close()])
  })

  test('a narrow terminal still works', async () => {
    const pane = await inTmux(argv, env, { columns: 24, rows: 12 })
    await pane.screen()
    await pane.type('3')
    expect(await pane.screen()).toMatch(/place tile|row\?|which/)
    await pane.close()
  })
})
