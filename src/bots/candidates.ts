/** The moves that a bot thinks about: all of them, or a sample that has some of every kind. */
import type { Stream } from '../dice/seeded.js'
import type { Choices } from '../games/choices.js'
import { itemAt, numberAt } from '../games/lists.js'
import type { Move } from './bot.js'

/** Moves of one kind: lists go by kind. */
interface Kind {
  readonly from: number
  readonly size: number
}

/** Kinds share `most` evenly, as far as they have so many: one move that is like no other is worth more than one of a hundred. */
export function candidates(moves: Choices<Move>, most: number, next: Stream): Move[] {
  // Not by its iterator, which takes several times as long.
  if (moves.size <= most) return Array.from({ length: moves.size }, (_, index) => moves.at(index))
  const kinds = kindsOf(moves)
  const rooms = roomsFor(kinds, most)
  return kinds.flatMap((kind, index) => spread(moves, kind, numberAt(rooms, index), next))
}

/** One from each of so many parts of the kind that are as equal as can be. */
function spread(moves: Choices<Move>, { from, size }: Kind, room: number, next: Stream): Move[] {
  const begin = (part: number): number => Math.floor((part * size) / room)
  return Array.from({ length: room }, (_, part) =>
    moves.at(from + begin(part) + Math.floor(next() * (begin(part + 1) - begin(part)))),
  )
}

/** Each kind is found by its end, in steps that grow and then shrink: most of a long list is never looked at. */
function kindsOf(moves: Choices<Move>): Kind[] {
  const kinds: Kind[] = []
  for (let from = 0; from < moves.size; ) {
    const end = endOfKind(moves, from)
    kinds.push({ from, size: end - from })
    from = end
  }
  return kinds
}

function endOfKind(moves: Choices<Move>, from: number): number {
  const { type } = moves.at(from)
  let inside = from
  let step = 1
  while (inside + step < moves.size && moves.at(inside + step).type === type) {
    inside += step
    step *= 2
  }
  for (; step >= 1; step /= 2) if (inside + step < moves.size && moves.at(inside + step).type === type) inside += step
  return inside + 1
}

/** The smallest kinds first: what one of them leaves is shared by those after it. */
function roomsFor(kinds: readonly Kind[], most: number): number[] {
  const rooms = kinds.map(() => 0)
  const bySize = kinds.map((_, index) => index).sort((one, other) => itemAt(kinds, one).size - itemAt(kinds, other).size)
  let left = most
  bySize.forEach((index, place) => {
    rooms[index] = Math.min(itemAt(kinds, index).size, Math.floor(left / (bySize.length - place)))
    left -= numberAt(rooms, index)
  })
  return rooms
}
