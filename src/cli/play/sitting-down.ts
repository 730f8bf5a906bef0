/** From a match to the person at the terminal and back. */
import type { Io } from '../terminal.js'
import { converse } from './conversation.js'
import { type Person, personAtTerminal } from './person.js'
import type { Playing } from './playing.js'

/** `open` may take its time; it gives nothing if the person has gone meanwhile. */
export async function atTerminal(io: Io, open: (person: Person) => Playing | Promise<Playing | undefined>): Promise<number> {
  const person = personAtTerminal(process.stdin, process.stdout)
  try {
    const match = await open(person)
    return match ? await converse(match, io, person) : 0
  } finally {
    person.close()
  }
}
