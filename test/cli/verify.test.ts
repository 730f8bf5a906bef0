import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { findGame } from '../../src/games/registry.js'
import { commitmentTo, entryHash, genesisHash } from '../../src/log/chain.js'
import { simulateMatch } from '../../src/match/offline/simulation.js'
import { formatTranscript, readTranscript, type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { run } from './recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-verify-'))
const good = join(folder, 'kingdoms-3-7-1.json')
const game = findGame('kingdoms') as NonNullable<ReturnType<typeof findGame>>
let text = ''

beforeAll(async () => {
  await run('simulate', 'kingdoms', '--seats', '3', '--matches', '1', '--seed', '7', '--log', folder)
  text = readFileSync(good, 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (name: string, content: string): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('verify', () => {
  test('a file as it was written is right', async () => {
    const { code, out, err } = await run('verify', good)
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out[0]).toMatch(/kingdoms-3-7-1\.json: right, \d+ entries, match over$/)
  })

  test('the same match as plain JSON, keys in another order, is right as well', () => {
    const { entries, ...head } = JSON.parse(text)
    const shuffled = JSON.stringify({ entries, ...head }, null, 1)
    expect(readTranscript(shuffled)).toMatchObject({ ok: true })
  })

  test('of an altered file the first bad entry is named, with exit code 1', async () => {
    const file = written(
      'altered.json',
      text.replace(/("version":12,.*?"row":)(\d)/, (_, before, row) => `${before}${row === '1' ? 2 : 1}`),
    )
    const { code, out, err } = await run('verify', file)
    expect({ code, out }).toEqual({ code: 1, out: [] })
    expect(err).toEqual([`${file}: entry 12: the hash does not fit the entry and the one before`])
  })

  test('any altered byte of any entry is found there', () => {
    const lines = text.split('\n')
    const chance = seededStream(3)
    for (let i = 0; i < 60; i++) {
      const number = 1 + Math.floor(chance() * (lines.length - 3))
      const line = lines[number] as string
      const at = Math.floor(chance() * (line.length - 1))
      const byte = line[at] === 'x' ? 'y' : 'x'
      const altered = lines.with(number, line.slice(0, at) + byte + line.slice(at + 1)).join('\n')
      const read = readTranscript(altered)
      const entry = read.ok ? verifyTranscript(read.transcript) : read
      expect(entry, `line ${number}, byte ${at}`).toMatchObject({ ok: false, entry: number })
    }
  })

  test('a missing entry is named; a shortened match is right but not over', () => {
    const lines = text.split('\n')
    expect(judged(lines.toSpliced(5, 1).join('\n'))).toMatchObject({ ok: false, entry: 5, problem: 'version 6 follows 4' })
    const short = [...lines.slice(0, 5), (lines[5] as string).slice(0, -1), ']}'].join('\n')
    expect(judged(short)).toEqual({ ok: true, entries: 5, over: false })
  })

  test('several files: each is judged, and one altered file decides', async () => {
    const bad = written('bad.json', text.replace('"seats":3', '"seats":4'))
    const { code, out, err } = await run('verify', good, bad, join(folder, 'no-such-file.json'))
    expect(code).toBe(1)
    expect(out.at(-1)).toBe('1 of 3 files are right')
    expect(err).toEqual([
      expect.stringContaining('entry 1: the hash does not fit'),
      expect.stringMatching(/no-such-file\.json: no such file$/),
    ])
  })
})

const judged = (altered: string) => {
  const read = readTranscript(altered)
  return read.ok ? verifyTranscript(read.transcript) : read
}

describe('what is no match file is told in one line, with exit code 2', () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    ['no JSON', () => 'hello', /file: expected a match file/],
    ['empty', () => '', /file: expected a match file/],
    ['other JSON', () => '[]', /file: .*expected object/],
    ['another format', (good) => good.replace('match/1', 'match/9'), /format: .*expected "chancery-match\/1"/],
    ['no secret', (good) => good.replace(/"secret":"[0-9a-f]+"/, '"secret":"abc"'), /secret: expected 64 hexadecimal digits/],
    ['unknown game', (good) => good.replace('"game":"kingdoms"', '"game":"chess"'), /game: expected one of .*, got "chess"/],
    ['seats out of range', (good) => good.replace('"seats":3', '"seats":7'), /seats: expected 2 to 4, got 7/],
    ['unknown option', (good) => good.replace('"noLuck":', '"luck":'), /options\.luck: unknown option/],
  ]
  test.each(cases)('%s', async (name, change, message) => {
    const { code, err } = await run('verify', written(`${name}.json`, change(text)))
    expect({ code, lines: err.length }).toEqual({ code: 2, lines: 1 })
    expect(err[0]).toMatch(message)
  })

  test('no file at all', async () => {
    expect(await run('verify')).toMatchObject({ code: 2, err: ['chancery: FILE: expected at least one match file, got nothing'] })
  })
})

type Entries = Transcript['entries']
const entryOf = (entries: Entries, version: number) => entries[version - 1] as Entries[number]

/** A match of two with something changed, and all hashes made anew. */
function forgery(of: typeof game, change: (entries: Entries) => void): Transcript {
  const setting = { seats: 2, options: of.schema.options.parse({}), seed: 5, match: 1 }
  const transcript = structuredClone(simulateMatch(of, setting).transcript)
  change(transcript.entries)
  const secret = Buffer.from(transcript.secret, 'hex')
  let head = genesisHash(transcript)
  for (const entry of transcript.entries) head = entry.hash = entryHash(head, entry, secret)
  return transcript
}

describe('a forger who knows the secret and makes new hashes', () => {
  const forged = (change: (entries: Transcript['entries']) => void) => verifyTranscript(forgery(game, change))

  test('the untouched match is right', () => {
    expect(forged(() => {})).toMatchObject({ ok: true, over: true })
  })

  test('cannot choose another roll', () => {
    const verdict = forged((entries) => {
      const [roll] = entryOf(entries, 1).rolls
      if (roll && 'value' in roll) roll.value = 1 - roll.value
    })
    expect(verdict).toMatchObject({ ok: false, entry: 1, problem: expect.stringContaining('starter: the secret gives') })
  })

  test('cannot draw what was not on top', () => {
    const verdict = forged((entries) => {
      for (const roll of entryOf(entries, 1).rolls)
        if ('took' in roll) roll.took = [roll.from.find((card) => card !== roll.took[0]) as string]
    })
    expect(verdict).toMatchObject({ ok: false, entry: 1 })
  })

  test('cannot leave out a roll, invent events or break the rules', () => {
    expect(forged((entries) => entryOf(entries, 1).rolls.pop())).toMatchObject({
      ok: false,
      entry: 1,
      problem: 'the rules give other events for this command',
    })
    expect(forged((entries) => entryOf(entries, 2).events.pop())).toMatchObject({ ok: false, entry: 2 })
    const illegal = forged((entries) => {
      entryOf(entries, 3).command = { type: 'start' }
    })
    expect(illegal).toEqual({ ok: false, entry: 3, problem: 'the rules refuse the command: ALREADY_STARTED' })
  })

  test('cannot make the program fall over with nonsense', () => {
    const nonsense = forged((entries) => {
      entryOf(entries, 2).command = { type: 'move', seat: 0, move: { type: 'fly' } }
    })
    expect(nonsense).toEqual({ ok: false, entry: 2, problem: 'the command holds no move of this game' })
    expect(forged((entries) => entryOf(entries, 2).rolls.push({ pile: 'p', from: ['a'], took: ['a', 'b'] }))).toMatchObject({
      ok: false,
      entry: 2,
    })
    expect(forged((entries) => entryOf(entries, 2).rolls.push({ label: 'x', sides: 2 ** 40, value: 1 }))).toMatchObject({
      ok: false,
      entry: 2,
    })
  })

  test('cannot commit to another secret', () => {
    const { transcript } = simulateMatch(game, { seats: 2, options: game.schema.options.parse({}), seed: 5, match: 1 })
    const commitment = commitmentTo(Buffer.alloc(32), transcript.match)
    expect(verifyTranscript({ ...transcript, commitment })).toMatchObject({ ok: false, entry: 0 })
    expect(formatTranscript(transcript).split('\n')).toHaveLength(transcript.entries.length + 3)
  })
})

describe('a forger who says that other rules decided', () => {
  const royals = findGame('royals') as typeof game
  const today = royals.rules
  const forged = (change: (entries: Entries) => void) => verifyTranscript(forgery(royals, change))
  const all = (entries: Entries, rules: number) => {
    for (const entry of entries) entry.rules = rules
  }
  const swapWinner = (entries: Entries) => {
    const ended = entries.at(-1)?.events.find(({ type }) => type === 'MatchEnded') as unknown as { places: { seat: number }[] }
    for (const place of ended.places) place.seat = 1 - place.seat
  }

  test('cannot name rules that nobody knows, nor go back to older ones', () => {
    const unknown = forged((entries) => {
      swapWinner(entries)
      entryOf(entries, entries.length).rules = 99
    })
    expect(unknown).toMatchObject({
      ok: false,
      problem: `it names rules 99, and this version of Chancery knows those up to ${today}`,
    })
    const fallen = forged((entries) => {
      swapWinner(entries)
      entryOf(entries, entries.length).rules = today - 1
    })
    expect(fallen).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`the entry before was decided by rules ${today}`),
    })
  })

  test('is told which entries are not judged; --strict takes none of them', async () => {
    const transcript = forgery(royals, (entries) => {
      all(entries, 1)
      swapWinner(entries)
    })
    const entries = transcript.entries.length
    expect(verifyTranscript(transcript)).toEqual({ ok: true, entries, over: true, unjudged: { entries, rules: [1] } })
    const file = written('older.json', formatTranscript(transcript))
    const says = `${file}: right, ${entries} entries, match over; ${entries} of ${entries} entries were decided by older rules (1) and are not judged by them`
    expect(await run('verify', file)).toMatchObject({ code: 0, out: [says] })
    expect(await run('verify', '--strict', file)).toMatchObject({ code: 1, out: [says] })
  })

  const impossible: [string, (entries: Entries) => void, RegExp][] = [
    ['a second start', (entries) => Object.assign(entryOf(entries, 3), { command: { type: 'start' } }), /begun before/],
    ['no start', (entries) => Object.assign(entryOf(entries, 1), { command: entryOf(entries, 2).command }), /not the start/],
    ['no such seat', (entries) => Object.assign(entryOf(entries, 3).command, { seat: 2 }), /there is no seat 2/],
    ['not awaited', (entries) => Object.assign(entryOf(entries, 2).command, { seat: other(entries) }), /is not awaited/],
    ['no move', (entries) => Object.assign(entryOf(entries, 3).command, { move: { type: 'bogus' } }), /no move of this game/],
    ['no event', (entries) => Object.assign(entryOf(entries, 3), { events: [{ type: 'Nothing' }] }), /cannot be replayed/],
    ['a false roll', (entries) => entryOf(entries, 3).rolls.push({ label: 'x', sides: 2, value: 2 }), /the secret gives/],
  ]
  const other = (entries: Entries): number => {
    const { command } = entryOf(entries, 2)
    return command.type === 'move' ? 1 - command.seat : -1
  }
  test.each(impossible)('cannot have what no rules could make: %s', (_, change, problem) => {
    const verdict = forged((entries) => {
      all(entries, 1)
      change(entries)
    })
    expect(verdict).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })

  test.each([1, today])('cannot go on after the end, by rules %d', (rules) => {
    const verdict = forged((entries) => {
      all(entries, rules)
      entries.push({ ...entryOf(entries, entries.length), version: entries.length + 1, events: [], rolls: [] })
    })
    expect(verdict).toMatchObject({ ok: false, problem: 'it follows the entry that ended the match' })
  })

  test('cannot let a seat act that has left', () => {
    const verdict = forged((entries) => {
      all(entries, 1)
      const leave = { type: 'leave', seat: 0, reason: 'resigned' } as const
      Object.assign(entryOf(entries, 2), { command: leave })
      Object.assign(entryOf(entries, 3), { command: leave })
    })
    expect(verdict).toMatchObject({ ok: false, entry: 3, problem: 'seat 0 has left before' })
  })
})

describe('what a file leaves open', () => {
  test('a log that was cut is right, and it is said that its end is missing; --strict does not take it', async () => {
    const lines = text.split('\n')
    const cut = written('cut.json', [...lines.slice(0, 5), (lines[5] as string).slice(0, -1), ']}'].join('\n'))
    const out = [`${cut}: right, 5 entries, match not over; the end of the log is missing`]
    expect(await run('verify', cut)).toMatchObject({ code: 0, out })
    expect(await run('verify', '--strict', cut)).toMatchObject({ code: 1, out })
  })

  test.each([
    ['match', (good: string) => good.replace('{', '{"match":"another",')],
    ['events', (good: string) => good.replace('"events":', '"events":[],"\\u0065vents":')],
  ])('a file with two readings is none: %s', async (key, change) => {
    const { code, err } = await run('verify', written(`doubled-${key}.json`, change(text)))
    expect({ code, err }).toMatchObject({
      code: 2,
      err: [expect.stringContaining(`the key "${key}" stands twice in one object`)],
    })
  })

  test('a head that a player kept tells the log of the server from another that is right by itself', async () => {
    const kept = JSON.parse(text).entries[6].hash as string
    const { code, out } = await run('verify', good, '--head', kept)
    expect({ code, last: out.at(-1) }).toEqual({ code: 0, last: `${good}: entry 7 has the head ${kept}` })
    const forged = written('forged.json', formatTranscript(forgery(game, (entries) => entries.splice(5))))
    expect(await run('verify', forged)).toMatchObject({ code: 0 })
    expect(await run('verify', forged, '--head', kept)).toMatchObject({
      code: 1,
      err: [`${forged}: no entry has the head ${kept}`],
    })
    expect(await run('verify', good, good, '--head', kept)).toMatchObject({ code: 2 })
    expect(await run('verify', good, '--head', 'abc')).toMatchObject({ code: 2 })
  })
})
