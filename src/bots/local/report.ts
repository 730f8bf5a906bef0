/** What a local program did in a run, for whoever wrote it. */
import { FAULT_WORDS, FAULTS } from './fault.js'
import { faultsOf, type LocalPlayer, type Recorded } from './player.js'

/** A program, and what is told of it. */
export type Reported = Pick<LocalPlayer, 'name' | 'moves' | 'counts' | 'faults'>

export const reportOn = (players: readonly Reported[]): string[] =>
  players.flatMap((player) => [`${player.name}: ${movesOf(player)}; ${faultSummary(player)}`, ...faultLines(player)])

/** How many faults there were, of which kinds. */
export function faultSummary(player: Pick<Reported, 'counts'>): string {
  const all = faultsOf([player])
  return all === 0 ? 'no faults' : `${counted(all, 'fault')} (${kindsOf(player)})`
}

/** The first ones, in words. */
export function faultLines(player: Pick<Reported, 'counts' | 'faults'>): string[] {
  const untold = faultsOf([player]) - player.faults.length
  return [...player.faults.flatMap(told), ...(untold > 0 ? [`  and ${untold} more`] : [])]
}

function movesOf({ moves: { count, ms, longest } }: Reported): string {
  if (count === 0) return 'no moves'
  return `${counted(count, 'move')}, ${(ms / count).toFixed(1)} ms each, ${longest.toFixed(1)} ms at the most`
}

const kindsOf = ({ counts }: Pick<Reported, 'counts'>): string =>
  FAULTS.flatMap((kind) => (counts.has(kind) ? [`${FAULT_WORDS[kind]}: ${counts.get(kind)}`] : [])).join(', ')

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function told({ match, seat, move, kind, reason, line, stderr }: Recorded): string[] {
  const where =
    move === undefined ? `match ${match}, seat ${seat}, after its last move` : `match ${match}, seat ${seat}, move ${move}`
  return [
    `  ${where}: ${FAULT_WORDS[kind]}: ${reason}`,
    ...(line === undefined ? [] : [`    it wrote: ${line === '' ? '(an empty line)' : plain(line)}`]),
    ...stderr.map((text) => `    standard error: ${plain(text)}`),
  ]
}

/** It may have written what a terminal would obey. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '?')
