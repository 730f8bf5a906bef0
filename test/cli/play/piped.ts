/** The command with pipes instead of a terminal: what a person sees there, without colours. */
import { spawn } from 'node:child_process'
import { bundled } from '../../support/bundle.js'
import { isAsking, type Terminal } from './reader.js'

export interface Piped extends Terminal {
  /** All that it has printed, and what it complained about. */
  printed(): string
  complained(): string
  /** Ends the input. */
  end(): void
  signal(name: NodeJS.Signals): void
  readonly exit: Promise<number | null>
}

export function piped(argv: readonly string[], env: Readonly<Record<string, string>>): Piped {
  const child = spawn(process.execPath, [bundled('command'), ...argv], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env },
    stdio: 'pipe',
  })
  let printed = ''
  let complained = ''
  let seen = 0
  let heard: (() => void) | undefined
  let hasEnded = false
  const exit = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true
      heard?.()
      resolve(code)
    }),
  )
  child.stdout.on('data', (text) => {
    printed += text
    heard?.()
  })
  child.stderr.on('data', (text) => (complained += text))
  // What is typed after the end is lost, as it would be anywhere.
  child.stdin.on('error', () => {})
  return {
    async screen() {
      while (!hasEnded && !isAsking(printed.slice(seen))) await new Promise<void>((resolve) => (heard = resolve))
      const screen = printed.slice(seen)
      seen = printed.length
      return screen
    },
    type: async (line) => void child.stdin.write(`${line}\n`),
    close: async () => void child.kill(),
    printed: () => printed,
    complained: () => complained,
    end: () => void child.stdin.end(),
    signal: (name) => void child.kill(name),
    exit,
  }
}
