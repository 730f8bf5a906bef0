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

describe('a forger who knows the secret and makes new hashes', () => {
  const forged = (change: (entries: Transcript['entries']) => void): ReturnType<typeof verifyTranscript> => {
    const transcript = structuredClone(
      simulateMatch(game, { seats: 2, options: game.schema.options.parse({}), seed: 5, match: 1 }).transcript,
    )
    change(transcript.entries)
    const secret = Buffer.from(transcript.secret, 'hex')
    let head = genesisHash(transcript)
    for (const entry of transcript.entries) head = entry.hash = entryHash(head, entry, secret)
    return verifyTranscript(transcript)
  }
  const entryOf = (entries: Transcript['entries'], version: number) => entries[version - 1] as Transcript['entries'][number]

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
    const oldRules = forged((entries) => Object.assign(entryOf(entries, 2), { rules: 99, events: [{ type: 'Nothing' }] }))
    expect(oldRules).toMatchObject({ ok: false, entry: 2, problem: expect.stringContaining('cannot be replayed') })
  })

  test('cannot commit to another secret', () => {
    const { transcript } = simulateMatch(game, { seats: 2, options: game.schema.options.parse({}), seed: 5, match: 1 })
    const commitment = commitmentTo(Buffer.alloc(32), transcript.match)
    expect(verifyTranscript({ ...transcript, commitment })).toMatchObject({ ok: false, entry: 0 })
    expect(formatTranscript(transcript).split('\n')).toHaveLength(transcript.entries.length + 3)
  })
})
