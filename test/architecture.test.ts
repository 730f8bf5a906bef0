import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))
const MAX_LINES = 350
const NAMELESS = ['utils.ts', 'helpers.ts', 'types.ts', 'constants.ts']

const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('generated'))

const lines = (file: string) => readFileSync(join(src, file), 'utf8').trimEnd().split('\n').length

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
})
