import { main } from '../../src/cli/main.js'
import type { Io } from '../../src/cli/terminal.js'

/** Runs a command line in this process and keeps what it printed. */
export async function run(...argv: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  const io: Io = { out: (line) => out.push(...line.split('\n')), complain: (line) => err.push(line) }
  return { code: await main(argv, io), out, err }
}
