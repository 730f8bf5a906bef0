/** From a match to the person at the terminal and back. */
import type { Io } from '../terminal.js'
import { converse } from './conversation.js'
import { personAtTerminal } from './person.js'
import type { Playing } from './playing.js'

export async function atTerminal(match: Playing, io: Io): Promise<number> {
  const person = personAtTerminal(process.stdin, process.stdout)
  try {
    return await converse(match, io, person)
  } finally {
    person.close()
  }
}
