/** A person finishes a match of each game: by pipes everywhere, in a terminal where there is tmux. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { games } from '../../../src/games/registry.js'
import { chancery } from '../../support/process.js'
import { piped } from './piped.js'
import { playToTheEnd } from './reader.js'
import { hasTmux, inTmux } from './tmux.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-play-'))
afterAll(() => rmSync(folder, { recursive: true }))

const proof = async (file: string) => chancery(['verify', '--strict', file])

describe.each(games.map(({ id, seats }) => [id, seats.min] as const))('%s', (id, seats) => {
  const argv = (file: string) => ['play', id, '--bots', 'random', '--seed', '11', '--file', file]

  test('is played to its end through pipes, and the file verifies', { timeout: 60_000 }, async () => {
    const file = join(folder, `${id}-piped.json`)
    const match = piped(argv(file), { XDG_DATA_HOME: folder })
    const end = await playToTheEnd(match, 5)
    expect(await match.exit).toBe(0)
    expect(end).toContain(`chancery verify ${file}`)
    expect(end.match(/^ {2}\d\. +seat \d/gm)).toHaveLength(seats)
    expect(match.printed()).not.toContain('\u001b')
    expect((await proof(file)).stdout).toMatch(/right, \d+ entries, match over/)
  })

  test.skipIf(!hasTmux)(
    'is played to its end in tmux (where tmux is installed), and the file verifies',
    { timeout: 120_000 },
    async () => {
      const file = join(folder, `${id}-tmux.json`)
      const pane = await inTmux(argv(file), { XDG_DATA_HOME: folder })
      try {
        const end = await playToTheEnd(pane, 6)
        expect(end.match(/^ {2}\d\. +seat \d/gm)).toHaveLength(seats)
        expect(await pane.exit()).toBe(0)
        expect((await proof(file)).stdout).toMatch(/right, \d+ entries, match over/)
      } finally {
        await pane.close()
      }
    },
  )
})

test('nothing is left beside the files of the matches', () => {
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
})
