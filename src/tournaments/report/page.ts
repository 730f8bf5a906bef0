/** A tournament as one page that opens without server or network. */
import { counted, faultLines, faultSummary } from '../../bots/local/report.js'
import { itemAt, numberAt } from '../../games/lists.js'
import { findGame } from '../../games/registry.js'
import { faultsOfConduct, type KeptConduct } from '../conduct.js'
import { labelOf } from '../crosstable-text.js'
import { fitOf } from '../fit.js'
import { meetingLines } from '../meetings.js'
import type { Round, Table, TableResult } from '../record.js'
import { CRITERIA_OF, type Criterion, standingsOf } from '../standings.js'
import type { Tournament } from '../state.js'
import { crosstableSvg } from './crosstable-svg.js'
import { escaped, figure, signed } from './markup.js'
import { PAGE_STYLE } from './page-style.js'
import { strengthsSvg } from './strengths-svg.js'
import { criterionWords, FORMAT_WORDS } from './words.js'

export interface Page {
  readonly tournament: Tournament
  readonly id: string
  readonly commitment: string
  readonly secret: string
  /** What local programs did, and did wrong. */
  readonly programs?: readonly KeptConduct[] | undefined
}

/** Rounds of a long tournament are closed at first. */
const FEW_TABLES = 40

export function reportPage({ tournament, id, commitment, secret, programs = [] }: Page): string {
  const { name } = tournament.setting
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Nothing is loaded, and nothing that is in a name could be run.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(name)}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${escaped(name)}</h1>`,
    `<p class="soft">${escaped(summaryOf(tournament))}</p>`,
    ...meetingLines(tournament).map((line) => `<p class="soft">${escaped(line)}</p>`),
    ...section('Standings', standingsTable(tournament)),
    ...section('Crosstable', [
      '<p class="soft">How often the entrant of the row was ahead of that of the column, of the tables at which both sat; level counts half.</p>',
      `<div class="wide">${crosstableSvg(tournament)}</div>`,
    ]),
    ...strengthsSection(tournament),
    ...(programs.length === 0
      ? []
      : section(
          'Programs',
          programs.flatMap((one) => programPart(tournament, one)),
        )),
    ...section(
      'Tables',
      tournament.rounds.flatMap((round) => roundPart(tournament, round)),
    ),
    ...section('To check it', [
      '<p>The file that this page was made from holds everything: <code>chancery tournament replay</code> works every round and table out again, <code>chancery verify</code> checks every match.</p>',
      `<p class="soft">Tournament <code>${escaped(id)}</code><br>Commitment <code>${escaped(commitment)}</code><br>Secret <code>${escaped(secret)}</code></p>`,
    ]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const section = (title: string, content: readonly string[]): string[] => [
  '<section>',
  `<h2>${title}</h2>`,
  ...content,
  '</section>',
]

function summaryOf({ setting, entrants, rounds, tables, results }: Tournament): string {
  const games = setting.games.map(({ game, seats }) => `${findGame(game)?.name ?? game} with ${seats} seats`).join(', ')
  const played = [...results.values()].filter(({ outcome }) => outcome === 'played').length
  return `${FORMAT_WORDS[setting.format]} of ${entrants.length} entrants: ${games}. ${rounds.length} rounds, ${tables.length} tables, ${played} of them played; ${setting.deals} deals, seed ${setting.seed}.`
}

/** Columns of their own. */
const SHOWN: readonly Criterion[] = ['points', 'wins']

function standingsTable(tournament: Tournament): string[] {
  const criteria = CRITERIA_OF[tournament.setting.format].filter((name) => !SHOWN.includes(name))
  const head = [
    th('place'),
    th('entrant', 'text'),
    th('points'),
    th('played'),
    th('wins'),
    ...criteria.map((name) => th(criterionWords(name))),
  ]
  const rows = standingsOf(tournament).map(({ place, entrant, points, played, wins, criteria: values }) => [
    td(`${place}`),
    td(labelOf(tournament, entrant), place === 1 ? 'text first' : 'text'),
    td(figure(points)),
    td(`${played}`),
    td(`${wins}`),
    ...criteria.map((name) => td(figure(values.find((one) => one.name === name)?.value ?? 0))),
  ])
  return table(head, rows)
}

function strengthsSection(tournament: Tournament): string[] {
  const strengths = fitOf(tournament)
  if (strengths.length === 0) return []
  const drawn = strengths.map(({ entrant, points, pointsInterval }) => ({
    name: labelOf(tournament, entrant),
    points,
    interval: pointsInterval,
  }))
  const rows = strengths.map(({ entrant, points, pointsInterval: [low, high], tables }) => [
    td(labelOf(tournament, entrant), 'text'),
    td(signed(points)),
    td(`${signed(low)} to ${signed(high)}`),
    td(`${tables}`),
  ])
  return section('Strengths', [
    '<p class="soft">As the results make them most likely, on the scale of Elo ratings: 400 points are odds of ten to one. The bars are 95 % intervals.</p>',
    `<div class="wide">${strengthsSvg(`Strengths in ${tournament.setting.name}`, drawn)}</div>`,
    ...table([th('entrant', 'text'), th('strength'), th('95 %'), th('tables')], rows),
  ])
}

function programPart(tournament: Tournament, { entrant, moves, ...conduct }: KeptConduct): string[] {
  const done = faultsOfConduct(conduct)
  const words = `${escaped(labelOf(tournament, entrant))}: ${counted(moves, 'move')}; ${escaped(faultSummary(done))}`
  const lines = faultLines(done)
  if (lines.length === 0) return [`<p>${words}</p>`]
  return [`<details><summary>${words}</summary>`, `<pre class="wide">${lines.map(escaped).join('\n')}</pre>`, '</details>']
}

function roundPart(tournament: Tournament, { round, tables, byes }: Round): string[] {
  const open = tournament.tables.length <= FEW_TABLES ? ' open' : ''
  const pause = byes.length === 0 ? '' : `; bye: ${byes.map((number) => escaped(labelOf(tournament, number))).join(', ')}`
  const head = [th('table'), th('game', 'text'), th('deal'), th('result', 'text')]
  const rows = tables.map((one) => tableRow(tournament, one))
  return [
    `<details${open}><summary>Round ${round}: ${tables.length} ${tables.length === 1 ? 'table' : 'tables'}${pause}</summary>`,
    ...table(head, rows),
    '</details>',
  ]
}

function tableRow(tournament: Tournament, one: Table): string[] {
  const { game } = itemAt(tournament.setting.games, one.game)
  return [
    td(`${one.number}`),
    td(findGame(game)?.name ?? game, 'text'),
    td(`${one.deal}`),
    td(resultWords(tournament, one, tournament.results.get(one.number)), 'text'),
  ]
}

function resultWords(tournament: Tournament, { seats }: Table, result: TableResult | undefined): string {
  const name = (seat: number): string => labelOf(tournament, numberAt(seats, seat))
  const seated = seats.map((_, seat) => name(seat)).join(', ')
  if (!result) return `${seated}: not played`
  if (result.outcome === 'void') return `${seated}: counts for nothing`
  const places = result.places.map(({ seat, place, score }) => {
    const left = result.left.includes(seat) ? ', left' : ''
    return `${place}. ${name(seat)} (${result.outcome === 'forfeit' ? 'forfeit' : score}${left})`
  })
  return places.join('   ')
}

const th = (text: string, kind = ''): string => `<th${kind === '' ? '' : ` class="${kind}"`}>${escaped(text)}</th>`
const td = (text: string, kind = ''): string => `<td${kind === '' ? '' : ` class="${kind}"`}>${escaped(text)}</td>`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  '<div class="wide"><table>',
  `<thead><tr>${head.join('')}</tr></thead>`,
  '<tbody>',
  ...rows.map((row) => `<tr>${row.join('')}</tr>`),
  '</tbody></table></div>',
]
