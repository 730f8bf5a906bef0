import type { MatchStatus } from './generated/shared.js'

/** Whether nothing will happen in the match any more. */
export const hasEnded = (status: MatchStatus): boolean => status !== 'open' && status !== 'running'
