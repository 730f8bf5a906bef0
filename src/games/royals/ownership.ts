/** Who may own the markers that have left the board: a random answer that fits how many each seat has. */
import type { Dice } from '../contract.js'
import type { Marker } from './schema.js'

/** Markers of which a seat can have taken one at most, and the seats that can have one. */
export interface MarkerGroup {
  readonly markers: readonly Marker[]
  readonly eligible: readonly number[]
}

/** Markers by seat; `room` says how many each seat has. An answer exists for every real table. */
export function dealMarkers(groups: readonly MarkerGroup[], room: readonly number[], dice: Dice): Marker[][] {
  const owned = room.map(() => new Set<number>())
  const orders = groups.map((group, index) => shuffled(dice, `imagined owners ${index}`, group.eligible))
  groups.forEach((group, index) => {
    for (const _ of group.markers) place(index, orders, owned, room, new Set())
  })
  const dealt: Marker[][] = room.map(() => [])
  groups.forEach((group, index) => {
    const owners = (orders[index] as number[]).filter((seat) => owned[seat]?.has(index))
    for (const [i, seat] of owners.entries()) dealt[seat]?.push(group.markers[i] as Marker)
  })
  return dealt
}

/** Finds a seat for one more marker of the group, moving others along if the seats are full (an augmenting path). */
function place(
  group: number,
  orders: readonly number[][],
  owned: readonly Set<number>[],
  room: readonly number[],
  tried: Set<number>,
): boolean {
  for (const seat of orders[group] as number[]) {
    const own = owned[seat] as Set<number>
    if (tried.has(seat) || own.has(group)) continue
    tried.add(seat)
    if (own.size < (room[seat] as number) || makeRoom(seat, orders, owned, room, tried)) {
      own.add(group)
      return true
    }
  }
  return false
}

function makeRoom(
  seat: number,
  orders: readonly number[][],
  owned: readonly Set<number>[],
  room: readonly number[],
  tried: Set<number>,
): boolean {
  const own = owned[seat] as Set<number>
  for (const other of [...own]) {
    own.delete(other)
    if (place(other, orders, owned, room, tried)) return true
    own.add(other)
  }
  return false
}

const shuffled = (dice: Dice, label: string, seats: readonly number[]): number[] =>
  dice.draw(label, seats.map(String), seats.length).map(Number)
