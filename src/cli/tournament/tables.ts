/** Standings and strengths of a tournament, for a terminal. */
import { columns, crosstableText, labelOf } from '../../tournaments/crosstable-text.js'
import { fitOf } from '../../tournaments/fit.js'
import { CRITERIA_OF, type Criterion, standingsOf } from '../../tournaments/standings.js'
import type { Tournament } from '../../tournaments/state.js'

/** What is in the table anyway. */
const SHOWN: readonly Criterion[] = ['points', 'wins']

export function finalLines(tournament: Tournament): string[] {
  const strengths = strengthLines(tournament)
  return [
    ...standingLines(tournament),
    '',
    ...crosstableText(tournament).split('\n'),
    ...(strengths.length > 0 ? ['', ...strengths] : []),
  ]
}

function standingLines(tournament: Tournament): string[] {
  const criteria = CRITERIA_OF[tournament.setting.format].filter((name) => !SHOWN.includes(name))
  const head = ['place', 'entrant', 'points', 'played', 'wins', ...criteria.map(inWords)]
  const rows = standingsOf(tournament).map(({ place, entrant, points, played, wins, criteria: values }) => [
    `${place}`,
    labelOf(tournament, entrant),
    figure(points),
    `${played}`,
    `${wins}`,
    ...criteria.map((name) => figure(values.find((one) => one.name === name)?.value ?? 0)),
  ])
  return columns([head, ...rows]).split('\n')
}

function strengthLines(tournament: Tournament): string[] {
  const rows = fitOf(tournament).map(({ entrant, points, pointsInterval: [low, high], tables }) => [
    '',
    labelOf(tournament, entrant),
    whole(points),
    `${whole(low)} to ${whole(high)}`,
    `${tables}`,
  ])
  if (rows.length === 0) return []
  return columns([['', 'entrant', 'Elo points', '95 %', 'tables'], ...rows])
    .split('\n')
    .map((line) => line.trimStart())
}

/** `sonnebornBerger` as `sonneborn berger`. */
const inWords = (name: string): string => name.replace(/([A-Z]|\d+)/g, (part) => ` ${part.toLowerCase()}`)

const figure = (value: number): string => `${Math.round(value * 1000) / 1000}`
const whole = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(0)}`
