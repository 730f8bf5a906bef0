/** What a board is drawn on, and what all boards share. */
import type { GamesById } from '../../games/registry.js'
import { type Ink, ofSeat } from '../play/ink.js'

export interface Sheet {
  readonly ink: Ink
  readonly width: number
  /** Whose view it is. */
  readonly seat: number
  /** Who plays, by seat. */
  readonly players: readonly string[]
}

export type ViewOf<Id extends keyof GamesById> = ReturnType<GamesById[Id]['view']>

/** Lines of text, made from what the seat may know and nothing else. */
export type Draw<View> = (view: View, sheet: Sheet) => string[]

/** `seat 1 greedy`: for the first column of a table. */
export const seatName = ({ ink, seat: own, players }: Sheet, seat: number): string =>
  ofSeat(ink, seat, `seat ${seat} ${seat === own ? 'you' : (players[seat] ?? '')}`)

/** `you` or `s1`: where there is little room. */
export const shortSeat = ({ ink, seat: own }: Sheet, seat: number): string => ofSeat(ink, seat, seat === own ? 'you' : `s${seat}`)

export const heading = ({ ink }: Sheet, title: string, ...facts: readonly string[]): string =>
  [ink('bold', title), ...facts.filter((fact) => fact !== '')].join(' · ')
