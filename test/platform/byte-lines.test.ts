import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { type ByteLine, byteLines } from '../../src/platform/byte-lines.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-lines-'))
const file = join(folder, 'lines')
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = async (bytes: Buffer, from?: number) => {
  writeFileSync(file, bytes)
  const lines: ByteLine[] = []
  for await (const line of byteLines(file, from)) lines.push(line)
  return lines
}

test('whatever the bytes: lines and their ends together are the file, and each is where it says', async () => {
  const chance = seededStream(5)
  for (let run = 0; run < 30; run++) {
    const length = Math.floor(chance() * (run % 2 === 0 ? 300_000 : 30))
    // Lines of some bytes, and lines that are longer than what is read at once.
    const rare = [4, 40, 100_000][run % 3] ?? 4
    const bytes = Buffer.from(Array.from({ length }, () => (chance() * rare < 1 ? 10 : 11 + Math.floor(chance() * 245))))
    const lines = await linesOf(bytes)
    const whole = Buffer.concat(lines.flatMap(({ bytes, complete }) => (complete ? [bytes, Buffer.from('\n')] : [bytes])))
    expect(whole.equals(bytes)).toBe(true)
    const isInPlace = ({ at, bytes: line, complete }: ByteLine): boolean =>
      !line.includes(10) && bytes.subarray(at, at + line.length).equals(line) && (complete || at + line.length === bytes.length)
    expect(lines.every(isInPlace)).toBe(true)
  }
})

test('from a place on, with places as in the whole file', async () => {
  const lines = await linesOf(Buffer.from('one\ntwo\n\nthree'), 4)
  expect(lines.map(({ at, bytes, complete }) => [at, bytes.toString(), complete])).toEqual([
    [4, 'two', true],
    [8, '', true],
    [9, 'three', false],
  ])
})

test('an empty file has none', async () => {
  expect(await linesOf(Buffer.alloc(0))).toEqual([])
})
