/** The colours of the seats. Players may choose theirs as they join; the option `colours` has the rest. */
import type { SeatColours } from '../contract.js'
import { itemAt } from '../lists.js'
import { COLOURS, COLOURS_FOR_TWO, type Colour } from './content.js'
import type { Options } from './schema.js'

/** The colour of each seat. Two seats play with the two large colours. */
export const coloursOf = ({ colours }: Options, seats: number): Colour[] =>
  seats === 2 ? colours.filter((colour) => COLOURS_FOR_TWO.includes(colour)) : colours.slice(0, seats)

export const seatColours: SeatColours<Options> = {
  open: (seats) => (seats === 2 ? COLOURS_FOR_TWO : COLOURS),
  settle: (options, chosen) => ({ ...options, colours: settled(options, chosen.map(colourNamed)) }),
}

const colourNamed = (name: string | null): Colour | undefined => COLOURS.find((colour) => colour === name)

/** Whoever has chosen none keeps the colour of the options, or takes the first that is free if another seat has chosen that one. */
function settled(options: Options, chosen: readonly (Colour | undefined)[]): Colour[] {
  const own = coloursOf(options, chosen.length)
  const kept = chosen.map((colour, seat) => colour ?? own.find((one, of) => of === seat && !chosen.includes(one)))
  const left = [...new Set([...own, ...options.colours])].filter((colour) => !kept.includes(colour))
  const seated = kept.map((colour) => colour ?? itemAt(left.splice(0, 1), 0))
  return [...seated, ...left]
}
