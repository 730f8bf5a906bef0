/** A seat as an evaluation looks at it: its cards by what is printed on them, counted once. */
import { type CardRow, COUNTED_COLOUR, type Colour, type Count } from './cards.js'
import type { Catalogue } from './catalogue.js'
import { STRENGTH } from './content.js'
import type { View } from './schema.js'

export interface Realm {
  readonly player: View['players'][number]
  readonly hand: readonly CardRow[]
  readonly inPlay: readonly CardRow[]
  /** Cards in play by colour. */
  readonly cardsOf: ReadonlyMap<Colour, number>
  readonly personalities: number
  /** Rounds whose production is still to come. */
  readonly rounds: number
  /** Whether it can still play cards, in this round or a later one. */
  readonly acts: boolean
}

export function realmOf(player: View['players'][number], { faces }: Catalogue, rounds: number): Realm {
  const rows = (cards: readonly string[]): CardRow[] => cards.flatMap((card) => faces.get(card) ?? [])
  const inPlay = rows(player.inPlay)
  const cardsOf = new Map<Colour, number>()
  let personalities = 0
  for (const { colour, personality } of inPlay) {
    cardsOf.set(colour, (cardsOf.get(colour) ?? 0) + 1)
    if (personality) personalities++
  }
  return { player, hand: rows(player.hand), inPlay, cardsOf, personalities, rounds, acts: rounds > 0 || !player.passed }
}

/** `more`: a card that is thought to be in play as well. */
export function countIn({ player, cardsOf }: Realm, count: Count, more?: CardRow): number {
  switch (count) {
    case 'one':
      return 1
    case 'mayors':
      return player.mayors + player.buffers
    case 'strength':
      return player.admirals * STRENGTH.admiral + player.generals * STRENGTH.general
    case 'colours':
      return cardsOf.size + (more && !cardsOf.has(more.colour) ? 1 : 0)
    default: {
      const colour = COUNTED_COLOUR[count]
      return (cardsOf.get(colour) ?? 0) + (more?.colour === colour ? 1 : 0)
    }
  }
}
