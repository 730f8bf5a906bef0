/** What the person sees: lines on the terminal, as wide as it is. */
import { drawBoard } from '../boards/boards.js'
import type { Io } from '../terminal.js'
import { coloured, type Ink, ofSeat, plain } from './ink.js'
import { wrapped } from './layout.js'
import type { Person } from './person.js'
import type { Playing } from './playing.js'

export interface Screen {
  readonly ink: Ink
  /** One paragraph, broken between words. */
  say(text?: string, hang?: number): void
  /** A paragraph in lines that fit. */
  broken(text: string, hang: number): string[]
  /** A sentence of the game: seats in their colours. */
  sentence(text: string): string
  /** Lines that are laid out already. */
  show(lines: readonly string[]): void
  board(view: unknown): void
  /** Lines of text that fit on one screen besides a question. */
  page(): number
  /** Shown until the next line comes; nothing if that cannot be done. */
  status(text: string): void
}

/** Taken by the question itself. */
const ROWS_OF_A_QUESTION = 5
const FEWEST_ROWS = 5

export function screenFor(io: Io, person: Person, { game, seat, players }: Playing): Screen {
  const ink = person.hasColours ? coloured : plain
  const width = (): number => person.size().columns
  let hasStatus = false
  const show = (lines: readonly string[]): void => {
    if (hasStatus) io.status?.('')
    hasStatus = false
    for (const line of lines) io.out(line)
  }
  return {
    ink,
    show,
    say: (text = '', hang = 0) => show(wrapped(text, width(), hang)),
    broken: (text, hang) => wrapped(text, width(), hang),
    sentence: (text) => text.replace(/\bseat (\d+)\b/gi, (found, number: string) => named(ink, seat, found, Number(number))),
    board: (view) => show(['', ...drawBoard(game, view, { ink, width: width(), seat, players })]),
    page: () => Math.max(FEWEST_ROWS, person.size().rows - ROWS_OF_A_QUESTION),
    status(text) {
      hasStatus = true
      io.status?.(text)
    },
  }
}

const named = (ink: Ink, own: number, found: string, seat: number): string =>
  ofSeat(ink, seat, seat === own ? `${found} (you)` : found)
