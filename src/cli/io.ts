/** Where a command writes; the process has one, tests another. */
export interface Io {
  /** Results: one line each. */
  out(line: string): void
  /** Complaints: one line each. */
  complain(line: string): void
  /** A line that is overwritten by the next; undefined where nobody would see it move. */
  readonly status?: (line: string) => void
}

export function processIo(): Io {
  // `chancery ... | head` closes the pipe early: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { stderr } = process
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void stderr.write(`${line}\n`),
    ...(stderr.isTTY ? { status: (line: string) => void stderr.write(`\r\x1b[K${line}`) } : {}),
  }
}
