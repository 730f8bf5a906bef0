/** Law 6: every rule of a game's page has an id, every id a scenario, and every scenario an id. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'

const root = new URL('../../', import.meta.url)

/** Ids stand in bold at the start of a list item or of a table row: `- **K12** ...`. */
const definedIn = (page: string): string[] =>
  [...page.matchAll(/^\s*(?:[-*]|\d+\.|\|)\s*\*\*([A-Z]+\d+)\*\*/gm)].map(([, id = '']) => id)

/** Titles of tests in a source, whatever the quotes and also after `.each(...)`. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\btest(?:\.\w+)?(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(
    ([, , title = '']) => title,
  )

const idsNamedBy = (title: string): string[] =>
  [...title.matchAll(/\[((?:[A-Z]+\d+)(?:, ?[A-Z]+\d+)*)\]/g)].flatMap(([, ids = '']) => ids.split(/, ?/))

const testsWritten = (source: string): number => [...source.matchAll(/^\s*test(\.\w+)*\(/gm)].length

const sourcesOf = (id: string): string[] => {
  const folder = new URL(`test/games/${id}/`, root)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

describe.each(games.map(({ id }) => ({ id })))('$id', ({ id }) => {
  const ids = definedIn(readFileSync(new URL(`docs/games/${id}.md`, root), 'utf8'))
  const sources = sourcesOf(id)
  const titles = sources.flatMap(titlesIn)

  test('its page defines ids, each once, under one letter prefix', () => {
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.filter((one, index) => ids.indexOf(one) !== index)).toEqual([])
    expect(new Set(ids.map((one) => one.replace(/\d+$/, ''))).size).toBe(1)
  })

  test('every rule has a scenario', () => {
    const named = new Set(titles.flatMap(idsNamedBy))
    expect(ids.filter((one) => !named.has(one))).toEqual([])
  })

  test('every scenario names rules that exist', () => {
    expect(titles.filter((title) => idsNamedBy(title).length === 0)).toEqual([])
    expect(titles.flatMap(idsNamedBy).filter((one) => !ids.includes(one))).toEqual([])
  })

  test('no test hides from this law', () => {
    expect(titles.length).toBe(sources.reduce((sum, source) => sum + testsWritten(source), 0))
  })
})

test('ids are found where they are defined and named, and nowhere else', () => {
  expect(definedIn('- **K1** a\n| **K2** | b |\nsee **K3**\n1. **AB12** c')).toEqual(['K1', 'K2', 'AB12'])
  const source = `test('[K1] one', () => {})\n  test.each([\n    [2, f(3)],\n  ])("[K2, K3] %d", () => {})\n  test.skip(\`none\`, () => {})`
  expect(titlesIn(source)).toEqual(['[K1] one', '[K2, K3] %d', 'none'])
  expect(titlesIn(source).map(idsNamedBy)).toEqual([['K1'], ['K2', 'K3'], []])
  expect(testsWritten(source)).toBe(3)
})
