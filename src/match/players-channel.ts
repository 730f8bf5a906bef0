/** The channel of the bus that carries the id of a player who is told something that is no entry of a log. */
export const PLAYERS_CHANNEL = 'chancery_players'
