/** What a campaign has found: figures to print, and whatever must not have happened. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

export type Say = (line: string) => void

/** How many failures are spelled out; the rest are only counted. */
const SPELLED_OUT = 20

export function report(name: string, { counts, failures }: Outcome): string {
  const width = Math.max(...Object.keys(counts).map((key) => key.length))
  const lines = Object.entries(counts).map(([key, count]) => `  ${key.padEnd(width)}  ${count.toLocaleString('en')}`)
  const shown = failures.slice(0, SPELLED_OUT).map((failure) => `  FAILED: ${failure}`)
  const more = failures.length > SPELLED_OUT ? [`  and ${failures.length - SPELLED_OUT} more`] : []
  return [`${name}: ${failures.length === 0 ? 'passed' : 'FAILED'}`, ...lines, ...shown, ...more].join('\n')
}
