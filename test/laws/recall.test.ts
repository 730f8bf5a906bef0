/**
 * Law 6: a view holds whatever its viewer was told that still matters, so that whoever joins late, or has no memory, knows the same.
 *
 * What was told is found by playing each match again with something changed that a viewer has not heard of: two cards change places, a roll falls
 * otherwise, another seat makes another secret choice. A fact that never differs between such worlds is one that the viewer was told; if a world
 * that is imagined from the view has it otherwise, the view has forgotten it. Facts are told apart by their names (`players.other.markers`), so what is
 * told in part, such as which cards can be in a deck, is beyond this law: scenarios of the games show that.
 */
import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { RecordingDice, type Roll } from '../../src/dice/rolls.js'
import { type Stream, seededDice, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame, Command, Dice, Viewer } from '../../src/games/contract.js'
import { anyAt, itemAt } from '../../src/games/lists.js'
import { asCalledBy, differences } from '../support/differences.js'
import { drawnCards, heard, rerolled, seatsAndSpectator, secretOf, swapped } from '../support/other-worlds.js'
import { opening, type Played, playout } from '../support/playout.js'
import type { Case, Probe } from '../support/probe.js'
import { probed } from '../support/probes.js'
import { readAgain } from '../support/same.js'

/** For each game: worlds that its matches are held against. For each match: places in which others are imagined. */
const WORLDS = 120
const PLACES = 12

const pick = <T>(list: readonly T[], chance: Stream): T => anyAt(list, Math.floor(chance() * list.length))

interface Match {
  readonly game: AnyGame
  readonly setting: Case
  readonly log: readonly Played[]
  readonly rolls: readonly Roll[]
  readonly dice: () => Dice
  /** What a viewer has heard of an entry. */
  readonly told: (entry: number, viewer: Viewer) => string
  /** The entries that not everybody has heard in full. */
  readonly secrets: readonly number[]
}

function played(game: AnyGame, setting: Case, seed: number): Match {
  const dice = () => labelledDice(secretOf(seed))
  const recorder = new RecordingDice(dice())
  const { rolls } = recorder
  const log = [...playout(game, { ...setting, seed, dice: recorder, leaving: seed % 2 === 0 ? 0.003 : 0 })]
  const known = log.map(() => new Map<Viewer, string>())
  const told = (entry: number, viewer: Viewer): string => {
    const found = itemAt(known, entry).get(viewer) ?? heard(game, itemAt(log, entry).events, viewer)
    itemAt(known, entry).set(viewer, found)
    return found
  }
  const secrets = log.flatMap((_, entry) => (told(entry, 'spectator') === told(entry, 'referee') ? [] : [entry]))
  return { game, setting, log, rolls, dice, told, secrets }
}

/** Something that may have been otherwise: the dice, or the command of one entry. */
interface Change {
  readonly dice: Dice
  readonly entry: number
}

function someChange({ rolls, secrets, dice }: Match, chance: Stream): Change {
  const pairs = drawnCards(rolls)
  const cast = rolls.flatMap((roll) => ('label' in roll ? [roll.label] : []))
  const kinds: (() => Change)[] = []
  if (secrets.length > 0) kinds.push(() => ({ dice: dice(), entry: pick(secrets, chance) }))
  if (pairs.length > 0) kinds.push(() => ({ dice: swapped(dice(), ...pick(pairs, chance)), entry: -1 }))
  if (cast.length > 0) kinds.push(() => ({ dice: rerolled(dice(), pick(cast, chance)), entry: -1 }))
  return pick(kinds, chance)()
}

/** Another move of the same seat that somebody cannot tell from the true one; the true one if none is found soon. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function otherCommand({ game, setting, log, told }: Match, state: any, entry: number, chance: Stream): Command<unknown> {
  const { command } = itemAt(log, entry)
  if (command.type !== 'move') return command
  const moves = game.legalMoves(state, command.seat)
  const others = seatsAndSpectator(setting.seats).filter((viewer) => viewer !== command.seat)
  for (let tries = 0; tries < 30 && moves.size > 0; tries++) {
    const other = { ...command, move: moves.at(Math.floor(chance() * moves.size)) }
    const decision = game.decide(state, other, seededDice(1))
    if (decision.ok && others.some((viewer) => heard(game, decision.events, viewer) === told(entry, viewer))) return other
  }
  return command
}

/** Adds the facts in which the changed match differs from the true one for somebody who has heard no difference. */
function tellUntold(match: Match, { dice, entry: changed }: Change, chance: Stream, untold: Set<string>): void {
  const { game, setting, log, told } = match
  let state = opening(game, setting)
  let listening = seatsAndSpectator(setting.seats)
  for (const [index, { command, after }] of log.entries()) {
    const decision = game.decide(state, index === changed ? otherCommand(match, state, index, chance) : command, dice)
    if (!decision.ok) return
    state = decision.state
    listening = listening.filter((viewer) => heard(game, decision.events, viewer) === told(index, viewer))
    if (listening.length === 0) return
    for (const fact of differences(after, state)) for (const viewer of listening) untold.add(asCalledBy(viewer, fact))
  }
}

/** The facts that imagined worlds have otherwise than the true one, each with a place where that is so. */
function imaginedOtherwise({ game, setting, log }: Match, guessed: Map<string, string>): void {
  const step = Math.ceil(log.length / PLACES)
  for (let index = log.length % step; index < log.length; index += step) {
    const { after } = itemAt(log, index)
    for (let seat = 0; seat < setting.seats; seat++) {
      const world = game.imagine(readAgain(game.view(after, seat)), seat, seededDice(index))
      for (const fact of differences(after, world))
        guessed.set(asCalledBy(seat, fact), `version ${index + 1}, ${JSON.stringify(setting)}`)
    }
  }
}

/** Facts that differ between worlds in which a viewer has heard the same, and facts that only imagined worlds have otherwise. */
function secretsOf(game: AnyGame, { cases, beyondRecall = [] }: Probe): { untold: Set<string>; forgotten: string[] } {
  const untold = new Set<string>()
  const guessed = new Map<string, string>()
  const chance = seededStream(5)
  cases.forEach((setting, number) => {
    const match = played(game, setting, number)
    for (let world = 0; world < WORLDS / cases.length; world++) tellUntold(match, someChange(match, chance), chance, untold)
    imaginedOtherwise(match, guessed)
  })
  const isMeant = (fact: string): boolean => !untold.has(fact) && !beyondRecall.some((name) => fact.split('.').includes(name))
  return { untold, forgotten: [...guessed].filter(([fact]) => isMeant(fact)).map(([fact, place]) => `${fact}: ${place}`) }
}

describe.each(probed)('$game.id', ({ game, probe }) => {
  test('what a viewer was told is in its view: imagined worlds differ from the true one in nothing else', () => {
    const { untold, forgotten } = secretsOf(game, probe)
    expect(forgotten).toEqual([])
    // Nobody is told everything in any of these games; if nothing was found to be secret, this law would find nothing to be forgotten.
    expect(untold.size).toBeGreaterThan(0)
  })
})
