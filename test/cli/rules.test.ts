import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'
import { run } from './recorder.js'

describe('rules', () => {
  test.each(games.map(({ id }) => id))('prints the page of %s', async (id) => {
    const page = readFileSync(new URL(`../../docs/games/${id}.md`, import.meta.url), 'utf8')
    expect(await run('rules', id)).toEqual({ code: 0, out: page.trimEnd().split('\n'), err: [] })
  })

  test.each([
    [[], 'nothing'],
    [['chess'], '"chess"'],
    [['../rest'], '"../rest"'],
  ])('refuses %j in one line that names the games', async (argv, got) => {
    const expected = `chancery: game: expected one of ${games.map(({ id }) => id).join(', ')}, got ${got}`
    expect(await run('rules', ...argv)).toEqual({ code: 2, out: [], err: [expected] })
  })

  test('refuses a second game, and tells how it is used', async () => {
    expect((await run('rules', 'royals', 'regents')).err).toEqual(['chancery: game: expected one game, got "royals regents"'])
    expect((await run('rules', '--help')).out[0]).toBe('chancery rules <game>')
  })
})
