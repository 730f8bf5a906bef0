/** The lines that a newcomer is shown at the first start, and in the README. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { firstMove } from '../src/greeting.js'
import { startApp } from './support/app.js'

test('the printed lines register two players, make a match and play a move', async () => {
  const { url, close } = await startApp()
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euc', firstMove(url)])
    const [moves, played] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(moves.moves).toHaveLength(3)
    expect(played).toMatchObject({
      version: 2,
      notices: [{ type: 'CastlePlaced', seat: 0, rank: 1, row: 3, column: 4 }, { type: 'TurnBegan' }],
    })
  } finally {
    await close()
  }
})

test('the README shows the same lines', () => {
  const shown = firstMove('http://127.0.0.1:3000').replaceAll(/^ {2}/gm, '')
  expect(readFileSync('README.md', 'utf8')).toContain(shown)
})
