/** How strong a player is in a game, as far as results tell: most likely `mu`, and how uncertain that is. */
export interface Rating {
  readonly mu: number
  /** Standard deviation: in 95 of 100 cases the strength lies within 1.96 of it from `mu`. */
  readonly sigma: number
}

/** Of whoever has not been rated yet. The scale is openskill's: a difference of 25/6 in `mu` is one standard deviation of how well somebody plays in a match. */
export const UNRATED: Rating = { mu: 25, sigma: 25 / 3 }

/** What leaderboards go by. The strength is almost certainly (999 to 1) above it, so nobody is at the top for having played little; 0 for whoever has not been rated. */
export const ordinalOf = ({ mu, sigma }: Rating): number => mu - 3 * sigma

/** A player has a place on the leaderboard with so many rated matches; an index of the database knows the figure too. */
export const RANKED_FROM = 10

/** Half the width of the interval in which the strength lies in 95 of 100 cases. */
export const marginOf = ({ sigma }: Rating): number => 1.96 * sigma
