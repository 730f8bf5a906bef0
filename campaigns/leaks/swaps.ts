/**
 * What if another card had been drawn? Where a viewer is told the same either way, it must see the same either way, and the other
 * way round. This needs no word from the game about who may know what, so it also finds a game that tells too much.
 */
import type { AnyGame, Dice, Viewer } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { type Entry, readEvents, stateAfter } from '../replay.js'

export interface Swapped {
  /** Draws that the viewer could not see, and that were compared. */
  readonly unseen: number
  readonly leaks: string[]
}

export function swapDraws(game: AnyGame, before: object, entry: Entry, viewer: Viewer): Swapped {
  const leaks: string[] = []
  let unseen = 0
  for (const [drawn, other] of draws(entry)) {
    const swapped = otherwise(game, before, entry, drawn, other)
    if (!swapped) continue
    const told = toldApart(game, entry.events, swapped, viewer)
    const saw = seen(game, before, entry.events, viewer) !== seen(game, before, swapped, viewer)
    if (told.length === 0 && !saw) unseen++
    if (told.length === 0 && saw)
      leaks.push(`the view of ${viewer} shows whether ${drawn} or ${other} was drawn, of which nobody told it`)
    if (
      !saw &&
      told.some((event) => !concerns(entry, event, viewer)) &&
      !sawMeanwhile(game, before, entry.events, swapped, viewer)
    )
      leaks.push(`${viewer} was told that ${drawn} was drawn and not ${other}, which it cannot see`)
  }
  return { unseen, leaks }
}

/** Each card that was drawn, with one that could have been instead. */
function draws({ rolls, version }: Entry): [string, string][] {
  return rolls.flatMap((roll) => {
    if (!('pile' in roll)) return []
    const left = roll.from.filter((card) => !roll.took.includes(card))
    return left.length === 0
      ? []
      : roll.took.map((card, index): [string, string] => [card, itemAt(left, (7 * version + index) % left.length)])
  })
}

/**
 * What the same command would have led to with two cards exchanged; undefined where chance would then have been asked something else. The
 * events cannot just be rewritten: some carry sums of what was drawn, such as the hands that are laid open at the end.
 */
function otherwise(game: AnyGame, before: object, entry: Entry, one: string, other: string): Entry['events'] | undefined {
  const { dice, strayed } = exchanging(entry.rolls, one, other)
  const { command } = entry
  if (command.type === 'abort' || command.type === 'handOver' || command.type === 'takeBack' || command.type === 'absence')
    return undefined
  const decision = game.decide(before, command, dice)
  return decision.ok && !strayed() ? [...decision.events] : undefined
}

/** The recorded rolls once more, with two cards exchanged. It has strayed once it was asked for anything else. */
function exchanging(rolls: Entry['rolls'], one: string, other: string): { dice: Dice; strayed: () => boolean } {
  const recorded = [...rolls]
  let strayed = false
  const stray = <T>(answer: T): T => {
    strayed = true
    return answer
  }
  const swap = (card: string): string => (card === one ? other : card === other ? one : card)
  const roll: Dice['roll'] = (label) => {
    const next = recorded.shift()
    return next && 'label' in next && next.label === label ? next.value : stray(0)
  }
  const draw: Dice['draw'] = (pile, cards, count = 1) => {
    const next = recorded.shift()
    const took = next && 'pile' in next && next.pile === pile ? next.took.map(swap) : []
    return took.length === count && took.every((card) => cards.includes(card)) ? took : stray(cards.slice(0, count))
  }
  return { dice: { roll, draw }, strayed: () => strayed }
}

/** The events by whose notices the viewer can tell the one from the other. */
function toldApart(game: AnyGame, one: Entry['events'], other: Entry['events'], viewer: Viewer): Entry['events'] {
  const told = (events: Entry['events']): string[] =>
    readEvents(game, events).map((event) => JSON.stringify(game.notice(event, viewer) ?? null))
  const [ofOne, ofOther] = [told(one), told(other)]
  return ofOne.length === ofOther.length ? one.filter((_, index) => ofOne[index] !== ofOther[index]) : one
}

function seen(game: AnyGame, before: object, events: Entry['events'], viewer: Viewer): string {
  const after = stateAfter(game, before, events)
  return JSON.stringify([game.view(after, viewer), typeof viewer === 'number' ? [...game.legalMoves(after, viewer)] : []])
}

/**
 * What lay open for a moment of the entry it may be told, though nothing of it is left at the end: the last tile of an epoch is placed by
 * itself, and the board is cleared.
 */
function sawMeanwhile(game: AnyGame, before: object, one: Entry['events'], other: Entry['events'], viewer: Viewer): boolean {
  const after = (events: Entry['events'], count: number) =>
    JSON.stringify(game.view(stateAfter(game, before, events.slice(0, count)), viewer))
  return one.some((_, index) => after(one, index + 1) !== after(other, index + 1))
}

/** What is about the viewer itself it may be told, though it may not see it afterwards: a look at a card, or a tile drawn and placed at once. */
const concerns = ({ command }: Entry, event: Entry['events'][number], viewer: Viewer): boolean =>
  ('seat' in command && command.seat === viewer) || Object.values(event).includes(viewer)
