import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { games } from '../src/games/registry.js'

const src = fileURLToPath(new URL('../src', import.meta.url))
const MAX_LINES = 350
const NAMELESS = ['utils.ts', 'helpers.ts', 'types.ts', 'constants.ts']

const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .filter((file) => !/^(?:client\/)?generated\//.test(file))

const lines = (file: string) => readFileSync(join(src, file), 'utf8').trimEnd().split('\n').length

/** The files that every game has, and what each of them offers: whoever knows one game finds their way in all. */
const LAYOUT: Readonly<Record<string, readonly string[]>> = {
  content: [],
  'game-content': ['GameContent', 'gameContent'],
  schema: ['Options', 'Move', 'Event', 'View', 'Notice'],
  state: ['initial', 'hasStarted'],
  evolve: ['evolve'],
  phase: ['phase'],
  moves: ['legalMoves'],
  refusals: ['illegality'],
  turns: ['start', 'move', 'leave'],
  scoring: ['finalPlaces'],
  view: ['view', 'notice'],
  imagine: ['imagine'],
  describe: ['describeMove', 'describeNotice'],
  evaluation: ['evaluate', 'evaluateState'],
  index: [],
}

describe('architecture', () => {
  test('there are sources to look at', () => {
    expect(sources.length).toBeGreaterThan(10)
  })

  test(`no file is longer than ${MAX_LINES} lines, tables of content apart`, () => {
    const long = sources.filter((file) => basename(file) !== 'content.ts' && lines(file) > MAX_LINES)
    expect(long).toEqual([])
  })

  test('files of a game are named for what they hold', () => {
    const nameless = sources.filter((file) => file.startsWith('games') && NAMELESS.includes(basename(file)))
    expect(nameless).toEqual([])
  })

  describe.each(games.map(({ id }) => id))('%s', (id) => {
    test.each(Object.entries(LAYOUT))('has a file %s that exports %j', async (file, names) => {
      const module: object = await import(join(src, 'games', id, `${file}.ts`))
      expect(Object.keys(module)).toEqual(expect.arrayContaining([...names]))
    })
  })

  /** Campaigns play against the server from outside and work out by themselves what it should have said. */
  const ofTheServer = sources.filter((file) => !/^(games|campaigns)\//.test(file))
  const naming = (files: readonly string[], pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(src, file), 'utf8')))

  test('one file names the table of secrets and its column', () => {
    const table = /\b(?:from|join|into|update|table)\s+(?:only\s+)?"?secret"?\b/i
    expect(naming(sources, table)).toEqual(['match/store/secrets.ts'])
    expect(naming(ofTheServer, /\bsealed\b/)).toEqual(['match/store/secrets.ts'])
  })

  test('one file asks games for views and notices, and one for the players of a match without a server', () => {
    const asks = /\bgame\s*\.\s*(?:view|notice)\b|\bdescribe\s*\.\s*notice\b/
    // Bots look into worlds that they imagine, never into the true one.
    const ofMatches = ofTheServer.filter((file) => !file.startsWith('bots/'))
    expect(naming(ofMatches, asks)).toEqual(['match/offline/seen.ts'])
  })

  test('but for the command line, which plays without a server, only those who know the redactor ask there', () => {
    const outside = sources.filter((file) => !/^match\/(viewing|play|offline|worlds)\//.test(file))
    expect(naming(outside, /offline\/seen\.js/).filter((file) => !file.startsWith('cli/'))).toEqual([])
  })

  test('what reads matches has no statement that writes', () => {
    const readers = sources.filter((file) => /^match\/(viewing|streams)\//.test(file))
    expect(readers.length).toBeGreaterThan(4)
    expect(naming(readers, /\b(?:insert\s+into|delete\s+from|update\s+\w+\s+set|for\s+update)\b/i)).toEqual([])
  })
})
