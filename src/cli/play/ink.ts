/** Colours, where the terminal has them. */

const CODES = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', blue: '34', magenta: '35', cyan: '36' } as const
export type Style = keyof typeof CODES

export type Ink = (style: Style, text: string) => string

export const plain: Ink = (_, text) => text

export const coloured: Ink = (style, text) => `\x1b[${CODES[style]}m${text}\x1b[0m`

const SEATS: readonly Style[] = ['cyan', 'yellow', 'magenta', 'green', 'blue']

/** Each seat has a colour of its own. */
export const ofSeat = (ink: Ink, seat: number, text: string): string => ink(SEATS[seat % SEATS.length] ?? 'bold', text)
