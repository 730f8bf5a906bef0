/** Golden matches: whole logs with the state they must end in. Files are added and never edited. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AnyGame } from '../../src/games/contract.js'
import { simulateMatch } from '../../src/match/offline/simulation.js'
import { formatTranscript, Transcript } from '../../src/match/offline/transcript.js'
import type { Case, Probe } from './probe.js'

export interface Golden {
  readonly file: string
  readonly transcript: Transcript
  readonly final: unknown
}

interface GoldenCase extends Case {
  readonly file: string
  readonly leaving?: number
}

const folderOf = (game: AnyGame): URL => new URL(`../golden/${game.id}/`, import.meta.url)

export function goldenMatches(game: AnyGame): Golden[] {
  const folder = folderOf(game)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { transcript, final } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
      return { file, transcript: Transcript.parse(transcript), final }
    })
}

/** Every case of the probe once, and every seat count once with seats leaving: all of them anew under each number of the rules. */
export function goldenCases({ rules }: AnyGame, { cases }: Probe): GoldenCase[] {
  const ending = rules === 1 ? '.json' : `.rules-${rules}.json`
  const whole = cases.map((one) => ({ ...one, file: `${one.seats}-${slug(one.options)}${ending}` }))
  const first = cases.filter(({ seats }, index) => cases.findIndex((other) => other.seats === seats) === index)
  return [...whole, ...first.map((one) => ({ ...one, file: `${one.seats}-leaving${ending}`, leaving: 0.02 }))]
}

const slug = (options: Record<string, unknown>): string =>
  Object.entries(options)
    .flatMap(([name, value]) =>
      value === false ? [] : value === true || typeof value === 'object' ? [name] : [`${name}-${value}`],
    )
    .join('-') || 'base'

/** Writes what is missing; a file that exists is left as it is. */
export function writeMissingGoldens(game: AnyGame, probe: Probe): void {
  const folder = folderOf(game)
  mkdirSync(folder, { recursive: true })
  for (const [index, { file, seats, options, leaving }] of goldenCases(game, probe).entries()) {
    if (existsSync(new URL(file, folder))) continue
    const setting = { seats, options: game.schema.options.parse(options), seed: 1, match: index + 1 }
    const { transcript, final } =
      leaving === undefined ? simulateMatch(game, setting) : matchWithLeaver(game, { ...setting, leaving })
    writeFileSync(
      new URL(file, folder),
      `{"final":${JSON.stringify(final)},\n"transcript":${formatTranscript(transcript).trimEnd()}}\n`,
    )
  }
}

const matchWithLeaver = (game: AnyGame, setting: Parameters<typeof simulateMatch>[1]): ReturnType<typeof simulateMatch> => {
  for (let match = setting.match; ; match++) {
    const simulation = simulateMatch(game, { ...setting, match })
    if (simulation.transcript.entries.some(({ command }) => command.type === 'leave')) return simulation
  }
}
