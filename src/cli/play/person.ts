/** Whoever sits at the terminal: asked line by line, and free to go at any time. */
import { createInterface } from 'node:readline'

export interface Person {
  /** What is typed next; undefined when nothing more will come: the input has ended, or Ctrl-C was pressed. */
  ask(prompt: string): Promise<string | undefined>
  /** Aborted when the person has gone while something else than a question was waited for. */
  readonly gone: AbortSignal
  readonly hasColours: boolean
  /** Of the screen, now. */
  size(): { readonly columns: number; readonly rows: number }
  close(): void
}

/** Where the output is no terminal. */
const PLAIN_SIZE = { columns: 80, rows: 24 }

export function personAtTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Person {
  const isTerminal = Boolean(input.isTTY && output.isTTY)
  const lines = createInterface({ input, output, terminal: isTerminal })
  const gone = new AbortController()
  const typed: string[] = []
  let answer: ((line: string | undefined) => void) | undefined
  let hasEnded = false
  const end = (): void => {
    hasEnded = true
    answer?.(undefined)
    answer = undefined
  }
  const leave = (): void => {
    gone.abort()
    end()
  }
  lines.on('line', (line) => {
    if (answer) answer(line)
    // Typed before the question was there: from a pipe it is meant for it, on a terminal it was meant for the one before.
    else if (!isTerminal) typed.push(line)
    answer = undefined
  })
  lines.on('SIGINT', leave)
  lines.on('close', isTerminal ? leave : end)
  for (const signal of SIGNALS) process.once(signal, leave)
  return {
    ask(prompt) {
      lines.setPrompt(prompt)
      if (gone.signal.aborted || (hasEnded && typed.length === 0)) return Promise.resolve(undefined)
      lines.prompt()
      const next = typed.shift()
      return next === undefined ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(next)
    },
    gone: gone.signal,
    hasColours: isTerminal && output.hasColors(),
    size: () => ({ columns: output.columns || PLAIN_SIZE.columns, rows: output.rows || PLAIN_SIZE.rows }),
    close() {
      for (const signal of SIGNALS) process.off(signal, leave)
      lines.close()
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
