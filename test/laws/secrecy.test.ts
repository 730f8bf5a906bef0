/** Law 4: nobody is shown more than what has been told to them. */
import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { RecordingDice } from '../../src/dice/rolls.js'
import { type Stream, seededDice, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame, Dice, Viewer } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { drawnCards, heard, seatsAndSpectator, secretOf, swapped } from '../support/other-worlds.js'
import { opening, type Played, playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { expectJson, expectSame, expectSameText, readAgain } from '../support/same.js'
import { wellFormed } from '../support/wellformed.js'

/** Long matches are looked at in as many places as short ones: a world takes time in proportion to its length. */
const PLACES = 120
const spread = <T>(list: readonly T[]): T[] =>
  list.filter((_, index) => (list.length - 1 - index) % Math.ceil(list.length / PLACES) === 0)
const worldsFor = (log: readonly unknown[]): number => Math.max(3, Math.min(12, Math.floor((10 * PLACES) / log.length)))

/** Legal moves of one position that are looked at. */
const LOOKED_AT = 60

/** All that this viewer is given at this moment without asking for anything: view, awaited decisions, legal moves. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function given(game: AnyGame, state: any, viewer: Viewer, view: object = game.view(state, viewer)): unknown[] {
  const { awaiting, over } = game.phase(state)
  if (typeof viewer !== 'number') return [view, awaiting, over]
  const moves = game.legalMoves(state, viewer)
  const count = Math.min(LOOKED_AT, moves.size)
  const sample = Array.from({ length: count }, (_, i) => moves.at(Math.floor((i * moves.size) / count)))
  return [view, awaiting, over, moves.size, moves.complete, sample]
}

/** What a seat is answered to moves that may be illegal. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function answered(game: AnyGame, state: any, viewer: Viewer, tries: readonly unknown[]): unknown[] {
  if (typeof viewer !== 'number') return []
  return tries.map((move) => {
    const decision = game.decide(state, { type: 'move', seat: viewer, move }, seededDice(5))
    return decision.ok ? 'ok' : decision.refusal
  })
}

// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
const shown = (game: AnyGame, state: any, viewer: Viewer, tries: readonly unknown[]): unknown[] => [
  given(game, state, viewer),
  answered(game, state, viewer, tries),
]

const someMoves = (game: AnyGame, chance: Stream, count: number): unknown[] => {
  const any = wellFormed(game.schema.move, chance)
  return Array.from({ length: count }, () => game.schema.move.safeParse(any())).flatMap((parsed) =>
    parsed.success ? [parsed.data] : [],
  )
}

/** One entry of the true match, with what it told and showed each viewer: worked out once and held against many other worlds. */
interface Witnessed extends Played {
  /** The whole state. */
  readonly truth: string
  readonly heard: (viewer: Viewer) => string
  readonly given: (viewer: Viewer) => unknown[]
}

function witnessed(game: AnyGame, played: Played): Witnessed {
  const remember = <T>(work: (viewer: Viewer) => T) => {
    const known = new Map<Viewer, T>()
    return (viewer: Viewer): T => {
      const found = known.get(viewer) ?? work(viewer)
      known.set(viewer, found)
      return found
    }
  }
  return {
    ...played,
    truth: JSON.stringify(played.after),
    heard: remember((viewer) => heard(game, played.events, viewer)),
    given: remember((viewer) => given(game, played.after, viewer)),
  }
}

/** Plays the same commands again under other dice and compares what each viewer is shown for as long as it has heard the same. */
function compareWorlds(
  game: AnyGame,
  setting: { seats: number; options: object },
  log: readonly Witnessed[],
  dice: Dice,
  tries: readonly unknown[],
): number {
  let state = opening(game, setting)
  let compared = 0
  const deaf = new Set<Viewer>()
  for (const entry of log) {
    const decision = game.decide(state, entry.command, dice)
    if (!decision.ok) break
    state = decision.events.reduce((before, event) => game.evolve(before, event), state)
    const differs = JSON.stringify(state) !== entry.truth
    for (const viewer of seatsAndSpectator(setting.seats)) {
      if (deaf.has(viewer)) continue
      if (heard(game, decision.events, viewer) !== entry.heard(viewer)) deaf.add(viewer)
      else if (differs) {
        const seen = [entry.given(viewer), answered(game, entry.after, viewer, tries)]
        expectSameText(shown(game, state, viewer, tries), seen, `${game.id}: viewer ${viewer}`)
        compared++
      }
    }
    if (deaf.size === setting.seats + 1) break
  }
  return compared
}

/** Whether a drawn card stands in an event that not everybody is told in full; secrets may also be made by seats alone. */
function drawsInSecret(game: AnyGame, setting: { seats: number; options: object }): boolean {
  const dice = new RecordingDice(seededDice(1))
  const { rolls } = dice
  const hidden = [...playout(game, { ...setting, seed: 1, dice })]
    .flatMap(({ events }) => events)
    .filter((event) => heard(game, [event], 'spectator') !== heard(game, [event], 'referee'))
    .map((event) => JSON.stringify(event))
  const drawn = rolls.flatMap((roll) => ('pile' in roll ? roll.took : []))
  return drawn.some((card) => hidden.some((event) => event.includes(JSON.stringify(card))))
}

describe.each(probed)('$game.id', ({ game, probe }) => {
  const chance = seededStream(11)
  const usesHiddenCards = drawsInSecret(game, probe.smallest)

  test('two cards change places unseen, and nothing that is shown changes', () => {
    let compared = 0
    for (const [index, setting] of probe.cases.entries()) {
      const dice = new RecordingDice(labelledDice(secretOf(index)))
      const { rolls } = dice
      const leaving = index % 3 === 0 ? 0.003 : 0
      const log = Array.from(playout(game, { ...setting, seed: index, dice, leaving }), (played) => witnessed(game, played))
      const pairs = drawnCards(rolls)
      for (let i = 0; i < Math.min(worldsFor(log), pairs.length); i++) {
        const [one, other] = itemAt(pairs, Math.floor(chance() * pairs.length))
        compared += compareWorlds(
          game,
          setting,
          log,
          swapped(labelledDice(secretOf(index)), one, other),
          someMoves(game, chance, 3),
        )
      }
    }
    if (usesHiddenCards) expect(compared).toBeGreaterThan(200)
  })

  test('whoever has heard the same is shown the same', () => {
    const known = new Map<string, unknown[]>()
    const tries = someMoves(game, chance, 4)
    let compared = 0
    for (let seed = 0; seed < 150; seed++) {
      const ears = new Map<Viewer, string>()
      let entries = 0
      for (const { events, after } of playout(game, { ...probe.smallest, seed })) {
        if (++entries > 12) break
        for (const viewer of seatsAndSpectator(probe.smallest.seats)) {
          const told = (ears.get(viewer) ?? `${viewer}`) + heard(game, events, viewer)
          ears.set(viewer, told)
          const now = shown(game, after, viewer, tries)
          if (known.has(told)) compared++
          expectSameText(now, known.get(told) ?? now)
          known.set(told, now)
        }
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  test.each(probe.cases.map((setting) => ({ setting, title: name(setting) })))(
    'an imagined world cannot be told from the true one: $title',
    ({ setting }) => {
      for (const seed of [3, 4]) {
        for (const { after } of spread([...playout(game, { ...setting, seed, leaving: 0.004 })])) {
          const pieces = probe.census(after)
          for (let seat = 0; seat < setting.seats; seat++) {
            const seen = game.view(after, seat)
            const world = game.imagine(readAgain(seen), seat, seededDice(seed))
            const tries = someMoves(game, chance, 2)
            expectJson(world, 'the imagined state')
            expectSameText(given(game, world, seat), given(game, after, seat, seen))
            expectSameText(answered(game, world, seat, tries), answered(game, after, seat, tries))
            expectSame(probe.census(world), pieces)
          }
        }
      }
    },
  )
})
