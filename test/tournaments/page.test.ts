/** docs/tournaments.md, run as printed, and the examples that it names. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'
import { readTournamentFile, TournamentFile } from '../../src/tournaments/local/file.js'
import { advance, begin, tablesExpected } from '../../src/tournaments/local/log.js'
import { criterionWords } from '../../src/tournaments/report/words.js'
import { FormatKind } from '../../src/tournaments/setting.js'
import { CRITERIA_OF } from '../../src/tournaments/standings.js'
import { run } from '../cli/recorder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs', 'tournaments.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'chancery-tournaments-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }))
const NPX = `npx() { shift; '${process.execPath}' '${join(root, 'bin', 'chancery.mjs')}' "$@"; }`
const shell = promisify(execFile)
const equipped = spawnSync('bash', ['--version']).status === 0
/** Speeds differ from run to run. */
const settled = (text: string): string => text.replace(/\d+ matches\/min/, 'speed')

test.skipIf(!equipped)('its commands print what it says', { timeout: 180_000 }, async () => {
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  let printed = ''
  for (const { kind, text } of blocks) {
    if (kind === 'sh') printed = (await shell('bash', ['-euc', `${NPX}\n${text}`], { cwd: folder })).stdout
    if (kind === 'text') expect(settled(printed)).toBe(settled(text))
  }
  expect(blocks.filter(({ kind }) => kind === 'sh')).toHaveLength(3)
})

test('its file is the first example', () => {
  const example = readFileSync(join(root, 'examples', 'tournaments', 'first.yaml'), 'utf8')
  expect(example.replace(/^(?:#.*\n)+/, '')).toBe(blocks.find(({ kind }) => kind === 'yaml')?.text)
})

test('it names every key of a file, every format and what counts in it', () => {
  for (const key of Object.keys(TournamentFile.shape)) expect(page).toContain(`\`${key}\``)
  for (const format of FormatKind.options) {
    expect(page).toContain(`| \`${format}\` |`)
    const row = page.split('\n').findLast((line) => line.startsWith(`| \`${format}\` |`)) ?? ''
    for (const criterion of CRITERIA_OF[format]) expect(row).toContain(criterionWords(criterion))
  }
})

describe('examples', () => {
  const names = readdirSync(join(root, 'examples', 'tournaments'))
  const planned = (name: string) => {
    const read = readTournamentFile(readFileSync(join(root, 'examples', 'tournaments', name), 'utf8'))
    if (!read.ok) throw new Error(`${name}: ${JSON.stringify(read.complaints)}`)
    return read.planned
  }

  test.each(names)('%s is a tournament that can start, and the page names it', (name) => {
    expect(begin(planned(name))).toMatchObject({ ok: true })
    expect(page).toContain(name)
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!hasPython).each(['knockout.yaml', 'ladder.yaml', 'programs.yaml'])(
    '%s is played to its end, and replayed',
    { timeout: 180_000 },
    async (name) => {
      const out = join(folder, `${name}.json`)
      // A command of an example is run where the clone is.
      const argv = [join(root, 'bin', 'chancery.mjs'), 'tournament', 'run', join('examples', 'tournaments', name), '--out', out]
      await shell(process.execPath, [...argv, '--move-seconds', '60'], { cwd: root })
      expect(await run('tournament', 'replay', out)).toMatchObject({ code: 0, err: [] })
    },
  )

  test('there is one of each format', () => {
    expect(new Set(names.map((name) => planned(name).setting.format))).toEqual(new Set(FormatKind.options))
  })

  test('every-game.yaml has every game, eight bots of the house, duplicate deals and 1,000 matches at least', () => {
    const { setting, entrants } = planned('every-game.yaml')
    expect(setting.games.map(({ game }) => game).toSorted()).toEqual(games.map(({ id }) => id).toSorted())
    expect(entrants.map(({ who }) => who.kind)).toEqual(Array(8).fill('house'))
    const begun = begin({ setting, entrants })
    if (!begun.ok) throw new Error(begun.refusal.message)
    advance(begun.log, 'id', () => undefined)
    expect(tablesExpected(begun.log.tournament)).toBe(1008)
    expect(setting.deals).toBe('duplicate')
  })
})
