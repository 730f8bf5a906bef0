/** What a campaign has found: figures to print, and whatever must not have happened. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

export type Say = (line: string) => void

export const OUT_OF_TIME = 'the time was up before the campaign was over'

/** How many failures of one kind are spelled out; the rest are only counted. */
const SPELLED_OUT = 4

export function report(name: string, { counts, failures }: Outcome): string {
  const width = Math.max(...Object.keys(counts).map((key) => key.length))
  const lines = Object.entries(counts).map(([key, count]) => `  ${key.padEnd(width)}  ${count.toLocaleString('en')}`)
  const shown = [...byKind(failures).values()].flatMap((alike) => [
    ...alike.slice(0, SPELLED_OUT).map((failure) => `  FAILED: ${failure}`),
    ...(alike.length > SPELLED_OUT ? [`  and ${alike.length - SPELLED_OUT} like these`] : []),
  ])
  return [`${name}: ${failures.length === 0 ? 'passed' : 'FAILED'}`, ...lines, ...shown].join('\n')
}

/** Failures that begin alike once ids and numbers are left out, so that many of one kind do not bury another. */
function byKind(failures: readonly string[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>()
  for (const failure of failures) {
    const kind = failure.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').slice(0, 40)
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure])
  }
  return kinds
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
