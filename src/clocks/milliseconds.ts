/** An expression for a moment of the database in whole milliseconds since 1970, rounded down: nothing is due before it is. */
export const MS = (moment: string): string => `floor(extract(epoch from ${moment}) * 1000)::float8`
