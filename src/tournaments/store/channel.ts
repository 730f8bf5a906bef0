/** On which the bus carries the ids of tournaments that have gone on. */
export const TOURNAMENTS_CHANNEL = 'chancery_tournaments'
