/** Standings and strengths of a tournament, for a terminal. */
import { columns, crosstableText, labelOf } from '../../tournaments/crosstable-text.js'
import { fitOf } from '../../tournaments/fit.js'
import { meetingLines } from '../../tournaments/meetings.js'
import { criterionWords } from '../../tournaments/report/words.js'
import { CRITERIA_OF, type Criterion, standingsOf } from '../../tournaments/standings.js'
import type { Tournament } from '../../tournaments/state.js'

/** What is in the table anyway. */
const SHOWN: readonly Criterion[] = ['points', 'wins']

/** One part after the other, with an empty line between. */
export const finalLines = (tournament: Tournament): string[] =>
  [standingLines(tournament), crosstableText(tournament).split('\n'), strengthLines(tournament), meetingLines(tournament)]
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]))

function standingLines(tournament: Tournament): string[] {
  const criteria = CRITERIA_OF[tournament.setting.format].filter((name) => !SHOWN.includes(name))
  const head = ['place', 'entrant', 'points', 'played', 'wins', ...criteria.map(criterionWords)]
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

const figure = (value: number): string => `${Math.round(value * 1000) / 1000}`
const whole = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(0)}`
