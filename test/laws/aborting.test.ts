/** An aborted match of any game: a log that verifies, nothing that follows it, and nothing shown that was not shown before. */
import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { seededStream } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { commitmentTo, entryHash, genesisHash } from '../../src/log/chain.js'
import type { Entry, StoredCommand } from '../../src/log/entry.js'
import { randomMove } from '../../src/match/offline/simulation.js'
import { firstPosition, type Position, step } from '../../src/match/offline/step.js'
import { formatTranscript, readTranscript, type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { name, probed } from '../support/probes.js'

const SECRET = Buffer.alloc(32, 7)
const CHANCE = { dice: labelledDice(SECRET), secret: SECRET }
const ABORT: StoredCommand = { type: 'abort', by: 'players' }
const AT = '2026-11-16T12:00:00.000Z'

interface Aborted {
  readonly transcript: Transcript
  readonly before: Position
  readonly after: Position
}

function played(game: AnyGame, position: Position, command: StoredCommand): { entry: Entry; next: Position } {
  const made = step(game, position, command, CHANCE, AT)
  if (!made.ok) throw new Error(made.refusal.message)
  return made
}

/** So many random moves, and then the end. */
function aborted(game: AnyGame, { seats, options: given }: { seats: number; options: object }, moves: number): Aborted {
  const options = game.schema.options.parse(given)
  const match = 'aborted'
  const genesis = { match, game: game.id, options, seats, commitment: commitmentTo(SECRET, match) }
  const mover = seededStream(moves)
  const entries: Entry[] = []
  let before = firstPosition(genesisHash(genesis), game.initial(options, seats))
  let command: StoredCommand = { type: 'start' }
  while (entries.length <= moves && !game.phase(before.state).over) {
    const made = played(game, before, command)
    entries.push(made.entry)
    before = made.next
    if (!game.phase(before.state).over) command = randomMove(game, before.state, mover)
  }
  const { entry, next: after } = played(game, before, ABORT)
  const transcript: Transcript = {
    format: 'chancery-match/1',
    ...genesis,
    secret: SECRET.toString('hex'),
    entries: [...entries, entry],
  }
  return { transcript, before, after }
}

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(probe.cases.slice(0, 6).map((setting) => ({ setting, title: name(setting) })))('$title', ({ setting }) => {
    for (const moves of [0, 1, 9]) {
      const { transcript, before, after } = aborted(game, setting, moves)
      const read = readTranscript(formatTranscript(transcript))
      expect(read).toEqual({ ok: true, transcript })
      const entries = transcript.entries.length
      expect(verifyTranscript(transcript)).toEqual({ ok: true, entries, over: false, aborted: true })

      const awaited = game.phase(before.state).awaiting[0]?.seat ?? 0
      const more: StoredCommand[] = [
        { type: 'start' },
        randomMove(game, before.state, seededStream(1)),
        { type: 'leave', seat: awaited, reason: 'resigned' },
        ABORT,
      ]
      for (const command of more)
        expect(step(game, after, command, CHANCE, AT)).toMatchObject({ ok: false, refusal: { code: 'MATCH_ABORTED' } })
      for (const viewer of [...Array(setting.seats).keys(), 'spectator' as const])
        expect(game.view(after.state, viewer)).toEqual(game.view(before.state, viewer))
    }
  })

  test('is not aborted before it begins or after its end', () => {
    const setting = { seats: game.seats.min, options: {} }
    const { transcript } = aborted(game, setting, 0)
    const opening = firstPosition(genesisHash(transcript), game.initial(game.schema.options.parse({}), setting.seats))
    expect(step(game, opening, ABORT, CHANCE, AT)).toMatchObject({ ok: false, refusal: { code: 'NOT_STARTED' } })
    expect(() => aborted(game, setting, 100_000)).toThrow('The match is over.')
  })

  test('an entry after the abort, or an event in it, is found even by those who do not know the rules of then', () => {
    const { transcript, before, after } = aborted(game, { seats: game.seats.min, options: {} }, 3)
    const foreign = (head: string, entry: Omit<Entry, 'hash'>): Entry => ({ ...entry, hash: entryHash(head, entry, SECRET) })
    const forged = (entries: Entry[]) =>
      verifyTranscript({ ...transcript, entries: [...transcript.entries.slice(0, -1), ...entries] })
    const last = transcript.entries.at(-1) as Entry
    const event = transcript.entries[0]?.events[0] as Entry['events'][number]
    const rules = game.rules + 1
    expect(forged([foreign(before.head, { ...last, rules, events: [event] })])).toMatchObject({ ok: false, entry: last.version })
    const move = { ...last, rules, version: last.version + 1, command: { type: 'start' as const } }
    expect(forged([last, foreign(after.head, move)])).toMatchObject({ ok: false, entry: last.version + 1 })
  })
})
