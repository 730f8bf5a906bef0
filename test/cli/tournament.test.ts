/** `chancery tournament`: from a file to tables, a page and exports, and back. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isAlive } from '../support/alive.js'
import { run } from './recorder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-tournament-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
const written = (name: string, text: string): string => {
  writeFileSync(at(name), text)
  return at(name)
}
const planOf = (entrants: string, more = ''): string => `name: Test
format: roundRobin
games: [{game: medieval-realms, seats: 2}]
seed: 5
entrants: ${entrants}
${more}`
const tournament = (...argv: string[]) => run('tournament', ...argv)

const plan = written('plan.yaml', planOf('[random, greedy, {bot: random, name: Anne}]'))
const event = at('event.json')
let first: Awaited<ReturnType<typeof run>>

beforeAll(async () => {
  first = await tournament('run', plan, '--out', event)
}, 120_000)

describe('run', () => {
  test('prints standings, crosstable and speed, and writes the file', () => {
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: [] })
    const text = first.out.join('\n')
    expect(first.out[0]).toMatch(/^place +entrant +points +played +wins/)
    expect(text).toMatch(/^ +1 +greedy +4 +4 +4/m)
    expect(text).toMatch(/^1 +greedy +\* +2\/2 +2\/2/m)
    expect(text).toMatch(/^6 matches, \d+ matches\/min$/m)
    expect(text).toMatch(/^.*event\.json: [\d.]+ [kM]B$/m)
    expect(readdirSync(folder).filter((name) => name.startsWith('event'))).toEqual(['event.json'])
  })

  test('gives the same file to the last byte, however many tables are played at once', { timeout: 120_000 }, async () => {
    await tournament('run', plan, '--out', at('again.json'), '--workers', '1', '--fresh')
    expect(readFileSync(at('again.json')).equals(readFileSync(event))).toBe(true)
  })

  test('another secret deals other cards to the same pairs', { timeout: 120_000 }, async () => {
    const secret = 'ab'.repeat(32)
    await tournament('run', plan, '--out', at('other.json'), '--secret', secret, '--no-logs')
    const [one, other] = [event, at('other.json')].map((file) => JSON.parse(readFileSync(file, 'utf8')))
    expect(other.secret).toBe(secret)
    expect(other.id).not.toBe(one.id)
    expect(other.matches).toBeNull()
    expect(other.records.slice(0, 7)).toEqual(one.records.slice(0, 7))
    expect(other.records.at(-2).head).not.toBe(one.records.at(-2).head)
  })

  test('does not write over what was played, unless it is told to', async () => {
    const { code, err } = await tournament('run', plan, '--out', event)
    expect({ code, err }).toEqual({ code: 2, err: [expect.stringMatching(/event\.json is there already.*--fresh/)] })
  })

  test('stopped, it goes on with the same command and gives the same file', { timeout: 180_000 }, async () => {
    const slow = written('slow.yaml', planOf('[search:2i, greedy, {bot: greedy, name: Anne}]', 'repeats: 2'))
    const out = at('stopped.json')
    const journal = `${out}.journal`
    const linesIn = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0)
    const child = spawn(process.execPath, [
      join(root, 'bin', 'chancery.mjs'),
      'tournament',
      'run',
      slow,
      '--out',
      out,
      '--workers',
      '1',
    ])
    let told = ''
    child.stderr.on('data', (text) => {
      told += text
    })
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
    await vi.waitFor(() => expect(linesIn()).toBeGreaterThanOrEqual(4), { timeout: 120_000, interval: 5 })
    child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
    expect(told).toMatch(/stopped after \d+ matches; the same command goes on/)
    const before = Math.floor(linesIn() / 2)
    expect(existsSync(out)).toBe(false)
    const { code, out: lines } = await tournament('run', slow, '--out', out)
    expect(code).toBe(0)
    expect(lines.find((line) => line.includes('matches/min'))).toMatch(new RegExp(`^${12 - before} match`))
    expect(existsSync(journal)).toBe(false)
    await tournament('run', slow, '--out', at('whole.json'))
    expect(readFileSync(out).equals(readFileSync(at('whole.json')))).toBe(true)
  })
})

describe('programs', () => {
  const HONEST = `while read -r line; do case "$line" in *'"type":"decision"'*) echo 0;; esac; done`
  const command = (text: string): string => JSON.stringify(text)

  test('one that hangs, dies, cheats or talks nonsense loses, and holds nobody up', { timeout: 120_000 }, async () => {
    const bad = {
      sleeper: 'sleep 600',
      dead: 'exit 3',
      cheat: HONEST.replace('echo 0', `echo '{"type":"fly"}'`),
      silly: HONEST.replace('echo 0', 'echo what'),
    }
    const entrants = [
      `{command: ${command(HONEST)}, name: honest}`,
      'random',
      ...Object.entries(bad).map(([name, text]) => `{command: ${command(text)}, name: ${name}}`),
    ]
    const file = written('bad.yaml', planOf(`[${entrants.join(', ')}]`))
    const { code, out, err } = await tournament('run', file, '--out', at('bad.json'), '--move-seconds', '3')
    expect({ code, err }).toEqual({ code: 1, err: [] })
    const text = out.join('\n')
    expect(text).toMatch(/^honest: \d+ moves, /m)
    expect(text).toMatch(/^sleeper: no moves; \d+ faults \(took too long: 3, was given up: \d+\)$/m)
    expect(text).toMatch(/^dead: no moves; \d+ faults \(died: 3, was given up: \d+\)$/m)
    expect(text).toMatch(/^cheat: no moves; \d+ faults \(made an illegal move: \d+\)$/m)
    expect(text).toMatch(/^silly: no moves; \d+ faults \(wrote nonsense: \d+\)$/m)
    const { records, programs } = JSON.parse(readFileSync(at('bad.json'), 'utf8'))
    expect(records.at(-1)).toEqual({ type: 'ended', by: 'format' })
    expect(programs.map(({ entrant }: { entrant: number }) => entrant)).toEqual([1, 3, 4, 5, 6])
    expect((await run('verify', at('bad.json'))).code).toBe(0)
    expect((await tournament('replay', at('bad.json'), '--matches')).code).toBe(0)
  })

  test('with --on-fault random a move is made for it', { timeout: 120_000 }, async () => {
    const file = written('random.yaml', planOf(`[random, {command: 'exit 1', name: dead}]`))
    const { code } = await tournament('run', file, '--out', at('random.json'), '--on-fault', 'random')
    expect(code).toBe(1)
    const { records } = JSON.parse(readFileSync(at('random.json'), 'utf8'))
    expect(
      records
        .filter(({ type }: { type: string }) => type === 'tableEnded')
        .every(({ left }: { left: number[] }) => left.length === 0),
    ).toBe(true)
  })

  test('they end with the command, when it ends and when it is stopped', { timeout: 120_000 }, async () => {
    const pid = at('pid')
    const waiting = `echo $$ > '${pid}'; while :; do sleep 1; done`
    const file = written('waiting.yaml', planOf(`[random, {command: ${command(waiting)}, name: waiting}]`))
    const argv = ['tournament', 'run', file, '--out', at('waiting.json'), '--move-seconds', '600']
    const child = spawn(process.execPath, [join(root, 'bin', 'chancery.mjs'), ...argv])
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
    await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/^\d+\n$/), { timeout: 60_000 })
    const program = Number(readFileSync(pid, 'utf8'))
    child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
    await vi.waitFor(() => expect(isAlive(program)).toBe(false))
  })
})

describe('replay and verify', () => {
  test('a file as it was written', { timeout: 120_000 }, async () => {
    expect(await tournament('replay', event, '--matches')).toEqual({
      code: 0,
      err: [],
      out: [
        `${event}: 3 entrants, 3 rounds, 6 tables: every round and the final tables agree to the byte`,
        `${event}: the results are those of its 6 logs`,
        `${event}: 6 tables played again, every head is the same`,
      ],
    })
    const { code, out } = await run('verify', event)
    expect(code).toBe(0)
    expect(out).toEqual([expect.stringMatching(/event\.json: right, 6 matches of a tournament, \d+ entries$/)])
  })

  test('without logs results are taken as they are', async () => {
    const { code, out } = await tournament('replay', at('other.json'))
    expect({ code, last: out.at(-1) }).toEqual({ code: 0, last: expect.stringContaining('it has no logs') })
    expect(await run('verify', at('other.json'))).toMatchObject({ code: 2, err: [expect.stringContaining('it has no logs')] })
  })

  test('what was altered: exit code 1, and it is named', async () => {
    const text = readFileSync(event, 'utf8')
    const points = written('points.json', text.replace(/("standings":\[\n.*?"points":)4/, '$13'))
    expect(await tournament('replay', points)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/standings: row 1 is not what the records give/)],
    })
    const entry = written(
      'entry.json',
      text.replace(/("version":12,.*?"hash":")(.)/, (_, before, digit) => `${before}${digit === '1' ? 2 : 1}`),
    )
    expect(await run('verify', entry)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/entry\.json: table 1: entry 12: the hash/)],
    })
  })

  test('heads that another version of the bots would not give', { timeout: 120_000 }, async () => {
    // The same file but for who played: the other bot makes other moves.
    const text = readFileSync(event, 'utf8').replace('"who":{"bot":"greedy"', '"who":{"bot":"random"')
    const { code, err } = await tournament('replay', written('who.json', text), '--matches')
    expect(code).toBe(1)
    expect(err.length).toBeGreaterThanOrEqual(4)
    expect(err[0]).toMatch(/table \d+: played again, it has another head$/)
  })

  test('beside match files', async () => {
    await run('simulate', 'kingdoms', '--seats', '2', '--matches', '1', '--seed', '1', '--log', at('matches'))
    const { code, out } = await run('verify', event, join(at('matches'), 'kingdoms-2-1-1.json'))
    expect({ code, last: out.at(-1) }).toEqual({ code: 0, last: '2 of 2 files are right' })
  })

  test('a head is for a match', async () => {
    expect(await run('verify', event, '--head', 'a'.repeat(64))).toMatchObject({
      code: 2,
      err: [expect.stringContaining('a match file where there is --head')],
    })
  })
})

describe('export and report', () => {
  test.each(['csv', 'ndjson', 'json'])('as %s, with every match', async (format) => {
    const dir = at(`as-${format}`)
    const { code, out } = await tournament('export', event, '--format', format, '--dir', dir)
    expect({ code, out }).toEqual({ code: 0, out: [`${dir}: 7 files and 6 matches`] })
    const records = format === 'json' ? 'records.json' : 'records.ndjson'
    const sheets = ['crosstable', 'entrants', 'standings', 'strengths', 'tables'].map((name) => `${name}.${format}`)
    expect(readdirSync(dir).toSorted()).toEqual(['matches', 'tournament.json', records, ...sheets].toSorted())
    const matches = readdirSync(join(dir, 'matches')).map((name) => join(dir, 'matches', name))
    expect((await run('verify', ...matches)).out.at(-1)).toBe('6 of 6 files are right')
  })

  test('without the matches', async () => {
    const { out } = await tournament('export', event, '--dir', at('plain'), '--no-matches')
    expect(out).toEqual([`${at('plain')}: 7 files and 0 matches`])
  })

  test('a page', async () => {
    const { code, out } = await tournament('report', event, '--out', at('report.html'))
    expect({ code, out }).toEqual({ code: 0, out: [expect.stringMatching(/report\.html: \d+ kB$/)] })
    expect(readFileSync(at('report.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*greedy[\s\S]*<svg/)
  })
})

describe('bad input is told in one line, with exit code 2', () => {
  const wrong = written('wrong.yaml', planOf('[random, clever]'))
  const few = written('few.yaml', planOf('[random]'))
  test.each<[string, string[], RegExp]>([
    ['no command', [], /tournament: expected one of run, replay, report, export, got nothing/],
    ['an unknown command', ['play'], /tournament: expected one of run, replay, report, export, got "play"/],
    ['no file', ['run', '--out', 'x'], /FILE: expected one file that describes a tournament, got nothing/],
    ['two files', ['run', plan, plan, '--out', 'x'], /FILE: expected one file/],
    ['a file that is not there', ['run', 'none.yaml', '--out', at('x.json')], /FILE: none\.yaml cannot be read \(ENOENT\)/],
    ['nowhere to write', ['run', plan], /--out: expected the file to write, got nothing/],
    ['a folder that is not there', ['run', plan, '--out', at('none/x.json')], /--out: expected a file in a folder that is there/],
    ['no workers', ['run', plan, '--out', 'x', '--workers', '0'], /--workers: expected a whole number from 1 to 256, got "0"/],
    ['no secret', ['run', plan, '--out', 'x', '--secret', 'abc'], /--secret: expected 64 hexadecimal digits, got "abc"/],
    ['no time', ['run', plan, '--out', 'x', '--move-seconds', '0'], /--move-seconds: expected seconds/],
    ['an unknown rule', ['run', plan, '--out', 'x', '--on-fault', 'shrug'], /--on-fault: expected one of forfeit, random/],
    [
      'an unknown bot',
      ['run', wrong, '--out', at('x.json')],
      /wrong\.yaml:5: entrants\.1: Invalid input: expected one of random, .*got "clever"/,
    ],
    ['too few', ['run', few, '--out', at('x.json')], /few\.yaml: A tournament needs two entrants at least\./],
    ['nothing to replay', ['replay'], /FILE: expected one file of a tournament, got nothing/],
    ['no tournament', ['replay', plan], /plan\.yaml: expected the file of a tournament/],
    ['no file to replay', ['replay', at('none.json')], /none\.json: no such file/],
    ['no page', ['report', event], /--out: expected the file to write, got nothing/],
    ['no folder', ['export', event], /--dir: expected the folder to write to, got nothing/],
    [
      'an unknown format',
      ['export', event, '--dir', 'x', '--format', 'xml'],
      /--format: expected one of csv, ndjson, json, got "xml"/,
    ],
  ])('%s', async (_, argv, message) => {
    const { code, out, err } = await tournament(...argv)
    expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 })
    expect(err[0]).toMatch(message)
  })
})

test('each command has its help, which names its flags', async () => {
  const { out } = await tournament('--help')
  expect(out.join('\n')).toMatch(/run[\s\S]*replay[\s\S]*report[\s\S]*export/)
  const flags = {
    run: ['--out', '--workers', '--move-seconds', '--on-fault', '--secret', '--no-logs', '--fresh'],
    replay: ['--matches'],
    report: ['--out'],
    export: ['--dir', '--format'],
  }
  for (const [name, known] of Object.entries(flags)) {
    const help = (await tournament(name, '--help')).out.join('\n')
    for (const flag of known) expect(help).toContain(flag)
    expect(help.split('\n').every((line) => line.length <= 150)).toBe(true)
  }
})
