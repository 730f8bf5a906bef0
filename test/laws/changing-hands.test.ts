/** Seats that change hands and moves that are taken back, in any game: logs that verify and replay, chance that stays, and nothing that passes by them. */
import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { commitmentTo, entryHash, genesisHash } from '../../src/log/chain.js'
import type { Entry, StoredCommand } from '../../src/log/entry.js'
import { randomMove } from '../../src/match/offline/simulation.js'
import { firstPosition, type Position, step } from '../../src/match/offline/step.js'
import { isBarrier, statesOf } from '../../src/match/offline/take-back.js'
import { formatTranscript, readTranscript, type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { name, probed } from '../support/probes.js'

const SECRET = Buffer.alloc(32, 7)
const CHANCE = { dice: labelledDice(SECRET), secret: SECRET }
const AT = '2026-11-16T12:00:00.000Z'

/** A match of random moves in which something else happens now and then, and the position after each entry. */
interface Played {
  readonly transcript: Transcript
  readonly positions: readonly Position[]
}

const MOST = 60

function played(game: AnyGame, { seats, options: given }: { seats: number; options: object }, seed: number): Played {
  const options = game.schema.options.parse(given)
  const match = `hands-${seed}`
  const genesis = { match, game: game.id, options, seats, commitment: commitmentTo(SECRET, match) }
  const chance = seededStream(seed)
  const entries: Entry[] = []
  const positions = [firstPosition(genesisHash(genesis), game.initial(options, seats))]
  const house = new Set<number>()
  let command: StoredCommand = { type: 'start' }
  while (entries.length < MOST) {
    const position = itemAt(positions, positions.length - 1)
    if (entries.length > 0 && game.phase(position.state).over) break
    if (entries.length > 0) command = next(game, position, { entries, house, seats }, chance)
    const made = step(game, position, command, CHANCE, AT, backTo(positions, entries, command))
    if (!made.ok) throw new Error(`${JSON.stringify(command)}: ${made.refusal.message}`)
    entries.push(made.entry)
    positions.push(made.next)
    if (command.type === 'handOver' && command.to === 'house') house.add(command.seat)
  }
  return { transcript: { format: 'chancery-match/1', ...genesis, secret: SECRET.toString('hex'), entries }, positions }
}

const earliestOf = (entries: readonly Entry[]): number => entries.findLast(({ command }) => isBarrier(command))?.version ?? 1

const backTo = (positions: readonly Position[], entries: readonly Entry[], command: StoredCommand) =>
  command.type === 'takeBack' ? { earliest: earliestOf(entries), state: itemAt(positions, command.to).state } : undefined

interface SoFar {
  readonly entries: readonly Entry[]
  readonly house: ReadonlySet<number>
  readonly seats: number
}

function next(game: AnyGame, { version, state }: Position, { entries, house, seats }: SoFar, chance: Stream): StoredCommand {
  const earliest = earliestOf(entries)
  const which = chance()
  if (which < 0.15 && earliest < version) return { type: 'takeBack', to: earliest + Math.floor(chance() * (version - earliest)) }
  const seat = Math.floor(chance() * seats)
  if (which < 0.2 && !house.has(seat)) return { type: 'handOver', seat, to: chance() < 0.3 ? 'house' : 'player', by: 'holder' }
  const move = randomMove(game, state, chance)
  return move.type === 'move' && house.has(move.seat) ? { ...move, by: 'house' } : move
}

/** The same log with another entry at its end, hashed as if it belonged there. */
function ending(transcript: Transcript, command: StoredCommand): Transcript {
  const before = itemAt(transcript.entries, transcript.entries.length - 1)
  const unhashed = { version: before.version + 1, rules: before.rules, command, events: [], rolls: [], at: AT }
  return { ...transcript, entries: [...transcript.entries, { ...unhashed, hash: entryHash(before.hash, unhashed, SECRET) }] }
}

const SEEDS = [1, 2, 3]

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(probe.cases.slice(0, 3).map((one) => ({ ...one, called: name(one) })))(
    '$called: verifies from its file, and replays to the same positions',
    (one) => {
      for (const seed of SEEDS) {
        const { transcript, positions } = played(game, one, seed)
        expect(transcript.entries.map(({ command }) => command.type)).toContain('takeBack')
        const read = readTranscript(formatTranscript(transcript))
        if (!read.ok) throw new Error(read.problem)
        expect(verifyTranscript(read.transcript)).toMatchObject({ ok: true, entries: transcript.entries.length })
        const options = game.schema.options.parse(transcript.options)
        const states = statesOf(game, game.initial(options, transcript.seats), read.transcript.entries)
        expect(states).toEqual(positions.map(({ state }) => state))
      }
    },
  )

  test('the same move after a take-back brings the same chance', () => {
    let compared = 0
    for (const seed of [...SEEDS, 4, 5]) {
      const { transcript, positions } = played(game, itemAt(probe.cases, 0), seed)
      for (const { command, version } of transcript.entries) {
        const taken = command.type === 'takeBack' ? transcript.entries[command.to] : undefined
        if (taken?.command.type !== 'move') continue
        const again = step(game, itemAt(positions, version), taken.command, CHANCE, AT)
        expect(again.ok && [again.entry.events, again.entry.rolls]).toEqual([taken.events, taken.rolls])
        compared++
      }
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('what nobody could have done does not verify', () => {
    const { transcript, positions } = played(game, itemAt(probe.cases, 0), 1)
    const { entries } = transcript
    const handed = entries.findIndex(({ command }) => command.type === 'handOver' && command.to === 'player')
    const until = { ...transcript, entries: entries.slice(0, handed + 1) }
    const version = until.entries.length
    const bad = (command: StoredCommand): string => {
      const verdict = verifyTranscript(ending(until, command))
      return verdict.ok ? 'verified' : `${verdict.entry} ${verdict.problem}`
    }
    for (const to of [1, version - 1, version, version + 1])
      expect(bad({ type: 'takeBack', to })).toMatch(`${version + 1} takeBack`)
    expect(bad({ type: 'handOver', seat: 9, to: 'house', by: 'holder' })).toMatch(/NO_SUCH_SEAT/)
    expect(bad({ type: 'handOver', seat: 0, to: 'house', by: 'clock' })).toMatch(/no clock/)
    const move = randomMove(game, itemAt(positions, version).state, seededStream(1))
    if (move.type !== 'move') throw new Error('a random move is a move')
    expect(bad({ ...move, by: 'house' })).toMatch(/the house moved for seat/)
    const given = ending(until, { type: 'handOver', seat: move.seat, to: 'house', by: 'holder' })
    const verdict = verifyTranscript(ending(given, move))
    expect(verdict).toMatchObject({ ok: false, entry: version + 2, problem: expect.stringContaining('held by the house') })
    expect(verifyTranscript(ending(given, { type: 'handOver', seat: move.seat, to: 'player', by: 'holder' }))).toMatchObject({
      ok: false,
    })
  })
})
