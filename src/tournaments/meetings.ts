/** How evenly a round robin brings its entrants together, in words. */
import { designsOf } from './round-robin.js'
import type { Tournament } from './state.js'

/** A line for each number of seats; none in other formats. */
export function meetingLines(tournament: Tournament): string[] {
  if (tournament.setting.format !== 'roundRobin') return []
  return designsOf(tournament).map(({ seats, design: { blocks, lambda, exact } }) => {
    const times = exact ? `every pair in ${lambda.min} of them` : `pairs in ${lambda.min} to ${lambda.max} of them`
    return `tables of ${seats}: ${blocks.length} ${blocks.length === 1 ? 'group' : 'groups'}, ${times}`
  })
}
