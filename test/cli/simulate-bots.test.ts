/** `chancery simulate` with bots by name and with programs. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ON_FAULT } from '../../src/bots/local/player.js'
import { ITERATIONS } from '../../src/bots/roster.js'
import { games } from '../../src/games/registry.js'
import { readTranscript } from '../../src/match/offline/transcript.js'
import { isAlive } from '../support/alive.js'
import { run } from './recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-simulate-bots-'))
afterAll(() => rmSync(folder, { recursive: true }))

const root = fileURLToPath(new URL('../..', import.meta.url))
const simulate = (...rest: string[]) => run('simulate', 'kingdoms', '--seats', '2', '--seed', '1', ...rest)
const HONEST = `cmd:while read -r line; do case "$line" in *'"type":"decision"'*) echo 0;; esac; done`
const SILLY = `cmd:while read -r line; do case "$line" in *'"type":"decision"'*) echo what; echo why >&2;; esac; done`

interface Line {
  readonly match: number
  readonly bots?: string[]
  readonly places: { seat: number; place: number; score: number }[]
  readonly entries: number
  readonly faults?: number
}
const parsed = (out: readonly string[]): Line[] => out.map((line) => JSON.parse(line))

describe('bots by name', () => {
  test('greedy beats random, and the lines say who played', async () => {
    const { code, out, err } = await simulate('--seat', '0', 'greedy', '--seat', '1', 'random', '--matches', '2', '--json')
    expect({ code, err }).toEqual({ code: 0, err: [] })
    for (const { bots, places, ...rest } of parsed(out)) {
      expect(bots).toEqual(['greedy', 'random'])
      expect(places[0]).toMatchObject({ seat: 0, place: 1 })
      expect(Object.keys(rest)).toEqual(['match', 'seed', 'seats', 'entries'])
    }
  })

  test('the same seed gives the same matches to the last byte, whoever else is named in which words', async () => {
    const logs = (name: string) => ['--matches', '2', '--json', '--log', join(folder, name)]
    const one = await simulate('--seat', '1', 'greedy', ...logs('one'))
    const two = await simulate('--seat=1=greedy', '--seat', '0=random', ...logs('two'))
    expect(two).toEqual(one)
    for (const file of readdirSync(join(folder, 'one')))
      expect(readFileSync(join(folder, 'two', file), 'utf8')).toBe(readFileSync(join(folder, 'one', file), 'utf8'))
    expect(readdirSync(join(folder, 'one'))).toHaveLength(2)
  })

  test('a bot that searches has so many iterations as it is told', async () => {
    const json = (bot: string) => simulate('--seat', '0', bot, '--matches', '1', '--json')
    const level = await json('search:1')
    const iterations = await json(`search:${ITERATIONS[1]}i`)
    expect(parsed(iterations.out)[0]?.places).toEqual(parsed(level.out)[0]?.places)
    expect(parsed((await json('search:2i')).out)[0]?.places).not.toEqual(parsed(level.out)[0]?.places)
  })

  test('of one that thinks by the clock it is said', async () => {
    const { code, out, err } = await simulate('--seat', '0', 'search:1ms', '--matches', '1', '--json')
    expect({ code, lines: out.length }).toEqual({ code: 0, lines: 1 })
    expect(err).toEqual([expect.stringMatching(/^chancery: search:1ms thinks by the clock/)])
  })

  test.each(games.map(({ id, seats }) => [id, String(seats.max)]))('%s is played by bots in %s seats', async (id, seats) => {
    const { code, out } = await run('simulate', id, '--seats', seats, '--matches', '1', '--seed', '3', '--seat', '1', 'greedy')
    expect(code).toBe(0)
    expect(out[0]).toMatch(/^seat .* first +bot$/)
    expect(out[2]).toMatch(/% +greedy$/)
    expect(out.slice(3, Number(seats) + 1).every((line) => /% +random$/.test(line))).toBe(true)
  })

  test('--rotate plays every deal from each seat', async () => {
    const log = join(folder, 'rotated')
    const args = ['--rotate', '--matches', '4', '--seat', '0', 'greedy']
    const { out } = await simulate(...args, '--json', '--log', log)
    const names = ['greedy,random', 'random,greedy', 'greedy,random', 'random,greedy']
    expect(parsed(out).map(({ bots }) => bots?.join())).toEqual(names)
    const secrets = readdirSync(log).map((file) => JSON.parse(readFileSync(join(log, file), 'utf8')).secret)
    expect(secrets).toEqual([secrets[0], secrets[0], secrets[2], secrets[2]])
    expect(secrets[2]).not.toBe(secrets[0])
  })

  test('the summary goes by bot where seats are rotated', async () => {
    const { out } = await simulate('--rotate', '--matches', '2', '--seat', '0', 'greedy')
    expect(out[1]).toMatch(/1\.00 ± 0\.00 +100\.0 % +greedy$/)
  })
})

describe('programs', () => {
  test('one that plays by the rules is reported with its times', async () => {
    const { code, out, err } = await simulate('--seat', '1', HONEST, '--matches', '2')
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out.at(-1)).toMatch(/^seat 1, while read.*: \d+ moves, [0-9.]+ ms each, [0-9.]+ ms at the most; no faults$/)
  })

  test.each(ON_FAULT)('one that does not: exit code 1, a report, and logs that are right (%s)', async (rule) => {
    const log = join(folder, rule)
    const { code, out, err } = await simulate('--seat', '0', SILLY, '--matches', '2', '--on-fault', rule, '--json', '--log', log)
    expect(code).toBe(1)
    expect(parsed(out).every(({ faults = 0 }) => (rule === 'forfeit' ? faults === 1 : faults > 10))).toBe(true)
    expect(err[0]).toMatch(/^seat 0, while read.*: no moves; \d+ faults \(/)
    expect(err[1]).toMatch(/^ {2}match 1, seat 0, move \d+: wrote nonsense: /)
    expect(err[2]).toBe('    it wrote: what')
    const files = readdirSync(log).map((file) => join(log, file))
    const checked = await run('verify', '--strict', ...files)
    expect(checked.code).toBe(0)
    expect(checked.out.slice(0, 2).every((line) => line.includes('match over'))).toBe(true)
    const entries = files.flatMap((file) => {
      const read = readTranscript(readFileSync(file, 'utf8'))
      return read.ok ? read.transcript.entries : []
    })
    expect(entries.filter(({ command }) => command.type === 'leave')).toHaveLength(rule === 'forfeit' ? 2 : 0)
  })

  test('without --json the report follows the summary', async () => {
    const { code, out, err } = await simulate('--seat', '0', SILLY, '--matches', '1')
    expect({ code, err }).toEqual({ code: 1, err: [] })
    expect(out.findIndex((line) => line.startsWith('seat 0, '))).toBeGreaterThan(out.findIndex((line) => /matches\/s/.test(line)))
  })

  test('the time for a move is a setting', async () => {
    const { code, out } = await simulate('--seat', '0', 'cmd:sleep 600', '--matches', '1', '--move-seconds', '0.25')
    expect(code).toBe(1)
    expect(out.at(-1)).toMatch(/took too long: it gave no answer within 0\.25 s, nor any before/)
  })

  test('they end with the command when it is told to', { timeout: 60_000 }, async () => {
    const file = join(folder, 'pid')
    const waiting = `cmd:echo $$ > '${file}'; while :; do sleep 1; done`
    const argv = ['simulate', 'kingdoms', '--seats', '2', '--seed', '1', '--matches', '1', '--seat', '0', waiting]
    const child = spawn(process.execPath, [join(root, 'bin', 'chancery.mjs'), ...argv, '--move-seconds', '600'])
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/^\d+\n$/), { timeout: 30_000 })
    const pid = Number(readFileSync(file, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe('SIGTERM')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
  })
})

describe('bad input is told in one line, with exit code 2', () => {
  const NAMES = /expected one of random, greedy, search:1, .*cmd:COMMAND, got/
  test.each<[string, string[], RegExp]>([
    ['a seat that there is not', ['--seat', '2', 'greedy'], /--seat: expected a seat from 0 to 1, got "2"/],
    ['a negative seat', ['--seat', '-1', 'greedy'], /--seat: expected a seat from 0 to 1, got "-1"/],
    ['a seat twice', ['--seat', '0', 'greedy', '--seat', '0', 'random'], /--seat: seat 0 is given twice/],
    ['an unknown bot', ['--seat', '0', 'clever'], NAMES],
    ['an unknown level', ['--seat', '0', 'search:6'], NAMES],
    ['no iterations', ['--seat', '0', 'search:0i'], NAMES],
    ['a seat without a bot', ['--seat', '0', '--json'], /--seat: expected a seat and a bot, such as --seat 0 greedy, got "0"/],
    ['a bot without a seat', ['--seat', 'greedy'], /--seat: expected a seat and a bot, such as --seat 0 greedy, got "greedy"/],
    ['no command', ['--seat', '0', 'cmd: '], /--seat 0: expected a command after cmd:, got "cmd: "/],
    ['nobody to rotate', ['--rotate'], /--rotate: expected --seat with it/],
    ['no time', ['--seat', '0', HONEST, '--move-seconds', '0'], /--move-seconds: expected seconds, more than 0 and up to 3600/],
    ['no number', ['--seat', '0', HONEST, '--move-seconds', 'long'], /--move-seconds: expected seconds/],
    [
      'an unknown rule',
      ['--seat', '0', HONEST, '--on-fault', 'shrug'],
      /--on-fault: expected one of forfeit, random, got "shrug"/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await simulate('--matches', '1', ...args)
    expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 })
    expect(err[0]).toMatch(message)
  })
})
