/** Plays by what is on the screen and nothing else: it reads the options of the last question and types the number of one. */
import { expect } from 'vitest'
import { type Stream, seededStream } from '../../../src/dice/seeded.js'
import { itemAt } from '../../../src/games/lists.js'

/** A terminal with `chancery` in it. */
export interface Terminal {
  /** What is on it once the program asks for something or has ended. */
  screen(): Promise<string>
  type(line: string): Promise<void>
  close(): Promise<void>
}

/** The program asks for a move. */
export const isAsking = (screen: string): boolean => /(^|\n)>\s*$/.test(screen)
/** And has said all about its end: on a busy machine the places come to a terminal after their heading. */
export const isOver = (screen: string): boolean => /Final places:.*\nchancery verify /s.test(screen)

/** The numbers that the last question offers: beside their sentences, or several on a line. */
export function offeredNumbers(screen: string): string[] {
  const question = screen.trimEnd().split('\n\n').at(-1) ?? ''
  return question.split('\n').flatMap((line) => {
    const [, one] = /^ {1,5}(\d+) {2}\S.*[^\d\s]/.exec(line) ?? []
    if (one !== undefined) return [one]
    return /^ +\d+(?: {2}\d+)+ *$/.test(line) ? line.trim().split(/ +/) : []
  })
}

/** The last screen of the match. */
export async function playToTheEnd(terminal: Terminal, seed: number): Promise<string> {
  const next = seededStream(seed)
  for (let answers = 0; answers < 3000; answers++) {
    const screen = await terminal.screen()
    if (isOver(screen)) return screen
    await terminal.type(oneOf(screen, next))
  }
  throw new Error('the match does not end')
}

function oneOf(screen: string, next: Stream): string {
  const numbers = offeredNumbers(screen)
  expect(numbers, screen).not.toEqual([])
  return itemAt(numbers, Math.floor(next() * numbers.length))
}
