/**
 * A value that a statement is given, in a subquery that the planner does not look into. It would take the values at hand for much cheaper than most, and plan a prepared statement anew with every run: for
 * an inbox among a million matches that took five times as long as to run it. For statements whose plan is the same whatever they are given.
 */
export const given = (parameter: string): string => `(select ${parameter})`
