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
    const [truth, swapped] = [entry.events, exchange(entry.events, drawn, other)]
    const [told, saw] = [
      heard(game, truth, viewer) === heard(game, swapped, viewer),
      seen(game, before, truth, viewer) === seen(game, before, swapped, viewer),
    ]
    if (told && saw) unseen++
    if (told && !saw) leaks.push(`the view of ${viewer} shows whether ${drawn} or ${other} was drawn, of which nobody told it`)
    if (!told && saw && !concerns(entry, viewer))
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

const heard = (game: AnyGame, events: Entry['events'], viewer: Viewer): string =>
  JSON.stringify(readEvents(game, events).map((event) => game.notice(event, viewer) ?? null))

function seen(game: AnyGame, before: object, events: Entry['events'], viewer: Viewer): string {
  const after = fold(game, before, readEvents(game, events)) as object
  return JSON.stringify([game.view(after, viewer), typeof viewer === 'number' ? [...game.legalMoves(after, viewer)] : []])
}

/** A viewer may be told something for the moment, as by a look at a card, if the entry is about it. */
const concerns = ({ command, events }: Entry, viewer: Viewer): boolean =>
  ('seat' in command && command.seat === viewer) ||
  events.some((event) => Object.entries(event).some(([key, value]) => key !== 'seat' && value === viewer))
