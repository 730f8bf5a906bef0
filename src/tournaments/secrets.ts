/** What the tables of a tournament are dealt: everything follows from one secret of 32 bytes, to which the tournament is committed before it starts. */
import { createHash, createHmac } from 'node:crypto'

/** The secret of all matches that have this deal. */
export const dealSecret = (secret: Uint8Array, deal: number): Buffer =>
  createHmac('sha256', secret).update(`deal\n${deal}`).digest()

/** Always the same for the same table, so that a table cannot be begun twice. Shaped as a UUID (version 8: of one's own making). */
export function matchIdOf(tournament: string, table: number): string {
  const bytes = createHash('sha256').update(`chancery table\n${tournament}\n${table}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
