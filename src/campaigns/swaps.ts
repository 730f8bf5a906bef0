/**
 * What if another card had been drawn? Where a viewer is told the same either way, it must see the same either way, and the other
 * way round. This needs no word from the game about who may know what, so it also finds a game that tells too much.
 */
import type { AnyGame, Viewer } from '../games/contract.js'
import type { Entry } from '../log/entry.js'
import { fold, readEvents } from '../match/table.js'

export interface Swapped {
  /** Draws that the viewer could not see, and that were compared. */
  readonly unseen: number
  readonly leaks: string[]
}

export function swapDraws(game: AnyGame, before: object, entry: Entry, viewer: Viewer): Swapped {
  const leaks: string[] = []
  let unseen = 0
  for (const [drawn, other] of draws(entry)) {
    const swapped = exchange(entry.events, drawn, other)
    const told = toldApart(game, entry.events, swapped, viewer)
    const saw = seen(game, before, entry.events, viewer) !== seen(game, before, swapped, viewer)
    if (told.length === 0 && !saw) unseen++
    if (told.length === 0 && saw)
      leaks.push(`the view of ${viewer} shows whether ${drawn} or ${other} was drawn, of which nobody told it`)
    if (!saw && told.some((event) => !concerns(entry, event, viewer)))
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
      : roll.took.map((card, index): [string, string] => [card, left[(7 * version + index) % left.length] as string])
  })
}

/** The same events with two cards exchanged, wherever they stand. */
const exchange = (events: Entry['events'], one: string, other: string): Entry['events'] =>
  JSON.parse(JSON.stringify(events), (_, value) => (value === one ? other : value === other ? one : value))

/** The events by whose notices the viewer can tell the one from the other. */
function toldApart(game: AnyGame, one: Entry['events'], other: Entry['events'], viewer: Viewer): Entry['events'] {
  const told = (events: Entry['events']): string[] =>
    readEvents(game, events).map((event) => JSON.stringify(game.notice(event, viewer) ?? null))
  const [ofOne, ofOther] = [told(one), told(other)]
  return one.filter((_, index) => ofOne[index] !== ofOther[index])
}

function seen(game: AnyGame, before: object, events: Entry['events'], viewer: Viewer): string {
  const after = fold(game, before, readEvents(game, events)) as object
  return JSON.stringify([game.view(after, viewer), typeof viewer === 'number' ? [...game.legalMoves(after, viewer)] : []])
}

/** What is about the viewer itself it may be told, though it may not see it afterwards: a look at a card, or a tile drawn and placed at once. */
const concerns = ({ command }: Entry, event: Entry['events'][number], viewer: Viewer): boolean =>
  ('seat' in command && command.seat === viewer) || Object.values(event).includes(viewer)
