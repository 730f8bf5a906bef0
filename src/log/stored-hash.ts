/**
 * Where the hash of an entry is stored: as bytes, which take half the room of its digits. Entries of before that have the digits, in a column of their own: to rewrite them
 * would take as long as the log is.
 */

/** The digits, in a query over `entry` by this name. */
export const HASH = (entry = 'entry'): string => `coalesce(encode(${entry}.digest, 'hex'), ${entry}.hash)`
