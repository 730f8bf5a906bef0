/** `chancery simulate` and `chancery verify` on several cores: nothing changes but the time. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { doAll } from '../../src/cli/all-cores.js'
import { seatedByName } from '../../src/cli/seats.js'
import { matchPlayer, type Series } from '../../src/cli/simulate/matches.js'
import { fileCrew, matchCrew } from '../../src/cli/threads.js'
import { checkFile } from '../../src/cli/verify/files.js'
import { findGame } from '../../src/games/registry.js'
import { shipped } from '../support/bundle.js'
import { run } from './recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-workers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const simulate = (workers: number, ...rest: string[]) =>
  run('simulate', 'kingdoms', '--seats', '2', '--seed', '1', '--workers', `${workers}`, ...rest)
/** Whoever searches for so long is asked in threads from the first match on. */
const SEARCHING = ['--seat', '0', 'search:70i', '--matches', '2']

const filesOf = (log: string): Record<string, string> =>
  Object.fromEntries(readdirSync(log).map((file) => [file, readFileSync(join(log, file), 'utf8')]))

describe('simulate', () => {
  test('lines and files are the same to the last byte', { timeout: 120_000 }, async () => {
    const logs = [1, 2].map((workers) => join(folder, `command ${workers}`))
    const [one, two] = await Promise.all(logs.map((log, index) => simulate(index + 1, ...SEARCHING, '--json', '--log', log)))
    expect(one).toMatchObject({ code: 0, err: [] })
    expect(two).toEqual(one)
    const [written, inThreads] = logs.map(filesOf)
    expect(Object.keys(written ?? {})).toHaveLength(2)
    expect(inThreads).toEqual(written)
  })

  const optionsOf = (game: string, given: object): object => findGame(game)?.schema.options.parse(given) ?? {}
  const series: Series = {
    ...{ game: 'kingdoms', seats: 3, matches: 4, seed: 7, rotate: false, log: undefined },
    options: optionsOf('kingdoms', {}),
  }
  const NUMBERS = [1, 2, 3, 4]
  test.each<[string, Partial<Series>, readonly string[] | undefined]>([
    ['random moves', {}, undefined],
    ['options', { options: optionsOf('kingdoms', { noLuck: true }) }, undefined],
    ['bots by name', {}, ['greedy', 'random', 'search:2i']],
    ['rotated seats', { rotate: true }, ['greedy', 'random', 'random']],
    ['another game', { game: 'royals', options: optionsOf('royals', {}) }, undefined],
  ])('%s: a thread plays the same match as whoever asks it', async (name, given, bots) => {
    const logs = ['here', 'there'].map((place) => join(folder, `${name} ${place}`))
    const [here, there] = logs.map((log): Series => ({ ...series, ...given, log }))
    for (const log of logs) mkdirSync(log)
    const alone = await doAll(NUMBERS, matchPlayer(here ?? series, bots && seatedByName(bots)))
    const crew = matchCrew(2, there ?? series, bots)
    const halves = await Promise.all([crew.work([1, 2]), crew.work([3, 4])]).finally(crew.close)
    expect(halves.flatMap(({ results }) => results)).toEqual(alone.results)
    const [written, inThreads] = logs.map(filesOf)
    expect(Object.keys(written ?? {})).toHaveLength(4)
    expect(inThreads).toEqual(written)
  })

  test('programs play their matches one after the other, and the report of their faults is the same', async () => {
    const forgetful = `cmd:n=0; while read -r line; do case "$line" in *'"type":"decision"'*) n=$((n+1)); if [ $n -gt 40 ]; then echo what; else echo 0; fi;; esac; done`
    const args = ['--seat', '0', forgetful, '--seat', '1', 'greedy', '--matches', '3', '--json', '--on-fault', 'random']
    const [one, three] = [await simulate(1, ...args), await simulate(3, ...args)]
    const untimed = (lines: readonly string[] = []) => lines.map((line) => line.replaceAll(/[0-9.]+ ms/g, '? ms'))
    expect(one?.code).toBe(1)
    expect(one?.err.join('\n')).toMatch(/match 3, seat 0, move \d+: wrote nonsense/)
    expect({ ...three, err: untimed(three?.err) }).toEqual({ ...one, err: untimed(one?.err) })
  })

  test('a match that cannot be kept is told in one line, after all before it, exit code 1', async () => {
    const log = join(folder, 'blocked')
    const blocked = join(log, 'kingdoms-3-7-3.json')
    mkdirSync(blocked, { recursive: true })
    const problem = `--log: expected a file that can be written, but EISDIR for ${blocked}`
    const crew = matchCrew(2, { ...series, log }, undefined)
    const done = await crew.work(NUMBERS).finally(crew.close)
    expect({ matches: done.results.length, problem: done.problem }).toEqual({ matches: 2, problem })
    const args = ['--seats', '3', '--seed', '7', '--matches', '4', '--json', '--log', log]
    const { code, out, err } = await run('simulate', 'kingdoms', ...args)
    expect({ code, lines: out.length, err }).toEqual({ code: 1, lines: 2, err: [`chancery: ${problem}`] })
  })

  test.each(['0', '257', 'all'])('--workers %s is refused in one line', async (workers) => {
    const { code, out, err } = await run(
      'simulate',
      'kingdoms',
      '--seats',
      '2',
      '--seed',
      '1',
      '--matches',
      '1',
      '--workers',
      workers,
    )
    expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 })
    expect(err[0]).toMatch(/^chancery: --workers: expected a whole number from 1 to 256, got /)
  })

  test('Ctrl-C ends it with its threads', { timeout: 60_000 }, async () => {
    const log = join(folder, 'interrupted')
    const argv = ['simulate', 'kingdoms', '--seats', '2', '--seed', '1', '--matches', '10000000', '--workers', '3', '--log', log]
    const child = spawn(process.execPath, [shipped('command'), ...argv], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
    // By then they are at work.
    await vi.waitFor(() => expect(readdirSync(log).length).toBeGreaterThan(600), { timeout: 50_000, interval: 50 })
    child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
  })
})

describe('verify', () => {
  const log = join(folder, 'matches')
  const altered = join(log, 'altered.json')
  beforeAll(async () => {
    await simulate(1, '--matches', '6', '--log', log)
    const [first = ''] = readdirSync(log)
    writeFileSync(altered, readFileSync(join(log, first), 'utf8').replace('"place":1', '"place":2').replace('"row":1', '"row":2'))
    writeFileSync(join(log, 'notes.json'), '{}')
    writeFileSync(join(log, 'notes.txt'), 'no match')
    mkdirSync(join(log, 'below'))
    cpSync(join(log, 'kingdoms-2-1-1.json'), join(log, 'below', 'copy.json'))
  })
  const lines = ({ out, err }: { out: string[]; err: string[] }) => [...out, ...err]

  test('a folder: every file of JSON in it and below, by name', async () => {
    const files = readdirSync(log, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    const whole = await run('verify', log)
    expect(whole.out.at(-1)).toBe('7 of 9 files are right')
    expect(whole).toEqual(await run('verify', ...files.toSorted().map((file) => join(log, file))))
    expect(lines(whole).filter((line) => line.startsWith(log))).toHaveLength(9)
  })

  test('a thread tells the same of every file as whoever asks it', async () => {
    const files = [...readdirSync(log).map((file) => join(log, file)), join(log, 'gone.json')]
    const demands = { heads: [], strict: true }
    const alone = await doAll(files, (file) => checkFile(file, demands))
    expect(alone.results.map(({ code }) => code).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2])
    const crew = fileCrew(2, demands)
    expect(await crew.work(files).finally(crew.close)).toEqual(alone)
  })

  test('a folder without match files is refused', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    expect(await run('verify', empty)).toMatchObject({
      code: 2,
      err: [expect.stringMatching(/FILE: expected at least one match file/)],
    })
  })
})
