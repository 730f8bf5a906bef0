/** Whether those moved for the seats of a log who had them: players for their own, the house for those that it was given. */
import { givenToHouse, type StoredCommand } from '../../log/entry.js'

/** Seats that the house holds, as the entries before tell. */
export type HouseSeats = Set<number>

/** Why this command was not for whoever gave it; undefined if it was. With a clock, the house may also move once for another seat. */
export function outOfHands(command: StoredCommand, house: HouseSeats, hasClock: boolean): string | undefined {
  if (command.type === 'handOver' && command.by === 'clock' && !hasClock) return 'there is no clock that could take the seat away'
  if (command.type === 'handOver' && command.by === 'holder' && house.has(command.seat))
    return `seat ${command.seat} is held by the house, which gives nothing away`
  if (command.type !== 'move') return undefined
  const isOfHouse = house.has(command.seat)
  if (command.by === undefined)
    return isOfHouse ? `seat ${command.seat} is held by the house, and another moved for it` : undefined
  return isOfHouse || hasClock ? undefined : `the house moved for seat ${command.seat}, which it does not hold`
}

export function takeNote(command: StoredCommand, house: HouseSeats): void {
  for (const seat of givenToHouse(command)) house.add(seat)
}
