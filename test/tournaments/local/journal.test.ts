import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seededStream } from '../../../src/dice/seeded.js'
import { type JournalLine, openJournal } from '../../../src/tournaments/local/journal.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-journal-'))
const file = join(folder, 'event.json.journal')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => rmSync(file, { force: true }))

const TITLE = { id: 'some', onFault: 'forfeit', logs: true }
const lineOf = (number: number): JournalLine => ({
  table: { number, round: 1, game: 0, seats: [1, 2], deal: number },
  result: {
    table: number,
    outcome: 'played',
    places: [
      { seat: 0, place: 1, score: number },
      { seat: 1, place: 2, score: 0 },
    ],
    left: [],
    head: 'é'.repeat(number),
  },
  programs: [],
})
const transcriptOf = (number: number): string | null =>
  number === 4 ? null : JSON.stringify({ number, text: 'ß'.repeat(50 * number) })
const NUMBERS = [3, 1, 2, 4, 5]

async function written(): Promise<Buffer> {
  const journal = await openJournal(file, TITLE)
  for (const number of NUMBERS) journal.add(lineOf(number), transcriptOf(number))
  journal.close()
  return readFileSync(file)
}

describe('a journal', () => {
  test('has what was added to it, also when it is opened again', async () => {
    await written()
    const again = await openJournal(file, TITLE)
    expect([...again.lines.keys()]).toEqual(NUMBERS)
    for (const number of NUMBERS) {
      expect(again.lines.get(number)).toEqual(lineOf(number))
      expect(again.transcriptOf(number)).toBe(transcriptOf(number))
    }
    expect(again.transcriptOf(9)).toBeNull()
    again.close()
  })

  test('cut at any byte it has a beginning of that, and goes on as if nothing had been', async () => {
    const whole = await written()
    const chance = seededStream(1)
    const cuts = [0, 1, whole.length, ...Array.from({ length: 60 }, () => Math.floor(chance() * whole.length))]
    for (const cut of cuts) {
      writeFileSync(file, whole.subarray(0, cut))
      const journal = await openJournal(file, TITLE)
      const had = [...journal.lines.keys()]
      expect(had).toEqual(NUMBERS.slice(0, had.length))
      for (const number of NUMBERS.slice(had.length)) journal.add(lineOf(number), transcriptOf(number))
      expect(NUMBERS.map(journal.transcriptOf)).toEqual(NUMBERS.map(transcriptOf))
      journal.close()
      expect(readFileSync(file).equals(whole)).toBe(true)
    }
  })

  test('cut and gone on with in another order, it has nothing of what was cut', async () => {
    const whole = await written()
    for (const cut of [whole.length - 1, whole.length - 200]) {
      writeFileSync(file, whole.subarray(0, cut))
      const journal = await openJournal(file, TITLE)
      const had = [...journal.lines.keys()]
      journal.add(lineOf(6), null)
      journal.close()
      const again = await openJournal(file, TITLE)
      expect([...again.lines.keys()]).toEqual([...had, 6])
      again.close()
      expect(readFileSync(file, 'utf8')).toMatch(/\nnull\n$/)
    }
  })

  test('of another tournament, or of other flags, is not gone on with', async () => {
    await written()
    for (const other of [{ id: 'other' }, { onFault: 'random' }, { logs: false }])
      await expect(openJournal(file, { ...TITLE, ...other })).rejects.toThrow(/is of another tournament, or of other flags/)
  })

  test('that was altered is told to be damaged', async () => {
    const whole = await written()
    writeFileSync(file, whole.toString().replace('"outcome":"played"', '"outcome":"lost"'))
    await expect(openJournal(file, TITLE)).rejects.toThrow(/is damaged/)
  })
})
