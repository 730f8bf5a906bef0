/** Law 4: nobody is shown more than what has been told to them. */
import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { type Roll, recording } from '../../src/dice/rolls.js'
import { type Stream, seededDice, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame, Dice, Viewer } from '../../src/games/contract.js'
import { opening, type Played, playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { expectSame } from '../support/same.js'
import { wellFormed } from '../support/wellformed.js'

/** Long matches are looked at in as many places as short ones: a world takes time in proportion to its length. */
const PLACES = 120
const spread = <T>(list: readonly T[]): T[] =>
  list.filter((_, index) => (list.length - 1 - index) % Math.ceil(list.length / PLACES) === 0)
const worldsFor = (log: readonly unknown[]): number => Math.max(3, Math.min(12, Math.floor((10 * PLACES) / log.length)))

const secretOf = (seed: number): Uint8Array => Buffer.alloc(32, `secret ${seed} `)
const seatsAndSpectator = (seats: number): Viewer[] => [...Array.from({ length: seats }, (_, seat) => seat), 'spectator']

/** All that this viewer is given at this moment: view, legal moves, awaited decisions, and answers to moves that may be illegal. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function shown(game: AnyGame, state: any, viewer: Viewer, tries: readonly unknown[]): string {
  const { awaiting, over } = game.phase(state)
  if (typeof viewer !== 'number') return JSON.stringify([game.view(state, viewer), awaiting, over])
  const moves = game.legalMoves(state, viewer)
  const sample = Array.from({ length: Math.min(60, moves.size) }, (_, i) =>
    moves.at(Math.floor((i * moves.size) / Math.min(60, moves.size))),
  )
  const answers = tries.map((move) => {
    const decision = game.decide(state, { type: 'move', seat: viewer, move }, seededDice(5))
    return decision.ok ? 'ok' : decision.refusal
  })
  return JSON.stringify([game.view(state, viewer), awaiting, over, moves.size, moves.complete, sample, answers])
}

const someMoves = (game: AnyGame, chance: Stream, count: number): unknown[] => {
  const any = wellFormed(game.schema.move, chance)
  return Array.from({ length: count }, () => game.schema.move.safeParse(any())).flatMap((parsed) =>
    parsed.success ? [parsed.data] : [],
  )
}

const heard = (game: AnyGame, events: Played['events'], viewer: Viewer): string =>
  JSON.stringify(events.map((event) => game.notice(event, viewer) ?? null))

/** The same shuffles with two cards of a pile changing places. */
function swapped(dice: Dice, one: string, other: string): Dice {
  const swap = (card: string): string => (card === one ? other : card === other ? one : card)
  const trades = (cards: readonly string[]): boolean => cards.includes(one) || cards.includes(other)
  return {
    roll: dice.roll,
    draw: (pile, cards, count) =>
      trades(cards) ? dice.draw(pile, cards.map(swap), count).map(swap) : dice.draw(pile, cards, count),
  }
}

/** Plays the same commands again under other dice and compares what each viewer is shown for as long as it has heard the same. */
function compareWorlds(
  game: AnyGame,
  setting: { seats: number; options: object },
  log: readonly Played[],
  dice: Dice,
  tries: readonly unknown[],
): number {
  let state = opening(game, setting)
  let compared = 0
  const deaf = new Set<Viewer>()
  for (const { command, events, after } of log) {
    const decision = game.decide(state, command, dice)
    if (!decision.ok) break
    state = decision.events.reduce((before, event) => game.evolve(before, event), state)
    for (const viewer of seatsAndSpectator(setting.seats)) {
      if (deaf.has(viewer)) continue
      if (heard(game, decision.events, viewer) !== heard(game, events, viewer)) deaf.add(viewer)
      else if (JSON.stringify(state) !== JSON.stringify(after)) {
        expect(shown(game, state, viewer, tries), `${game.id}: viewer ${viewer}`).toBe(shown(game, after, viewer, tries))
        compared++
      }
    }
    if (deaf.size === setting.seats + 1) break
  }
  return compared
}

const drawnCards = (rolls: readonly Roll[]): [string, string][] =>
  rolls.flatMap((roll): [string, string][] => {
    if (!('pile' in roll) || roll.from.length < 2) return []
    const one = roll.took[0] as string
    return [[one, roll.from.find((card) => card !== one) as string]]
  })

/** Whether a drawn card stands in an event that not everybody is told in full; secrets may also be made by seats alone. */
function drawsInSecret(game: AnyGame, setting: { seats: number; options: object }): boolean {
  const { dice, rolls } = recording(seededDice(1))
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
      const { dice, rolls } = recording(labelledDice(secretOf(index)))
      const log = [...playout(game, { ...setting, seed: index, dice, leaving: index % 3 === 0 ? 0.003 : 0 })]
      const pairs = drawnCards(rolls)
      for (let i = 0; i < Math.min(worldsFor(log), pairs.length); i++) {
        const [one, other] = pairs[Math.floor(chance() * pairs.length)] as [string, string]
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
    const known = new Map<string, string>()
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
          expect(known.get(told) ?? now).toBe(now)
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
          for (let seat = 0; seat < setting.seats; seat++) {
            const seen = game.view(after, seat)
            const world = game.imagine(JSON.parse(JSON.stringify(seen)), seat, seededDice(seed))
            const tries = someMoves(game, chance, 2)
            expectSame(game.view(world, seat), seen)
            expectSame(JSON.parse(JSON.stringify(world)), world)
            expect(shown(game, world, seat, tries)).toBe(shown(game, after, seat, tries))
            expectSame(probe.census(world), probe.census(after))
          }
        }
      }
    },
  )
})
