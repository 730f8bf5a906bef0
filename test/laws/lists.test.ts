/**
 * Lists of whole numbers in states, played or imagined, are such as V8 keeps for small whole numbers. One that has become a list of anything slows down all code that reads it, and
 * nothing else tells: src/games/lists.ts.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'

const CHILD = fileURLToPath(new URL('../support/other-lists.mjs', import.meta.url))

const found: Record<string, { looked: number; paths: string[] }> = JSON.parse(
  execFileSync(process.execPath, ['--allow-natives-syntax', CHILD], { encoding: 'utf8' }),
)

test.each(games)('$id: whole numbers stay whole numbers', ({ id }) => {
  expect(found[id]?.looked).toBeGreaterThan(100)
  expect(found[id]?.paths).toEqual([])
})
