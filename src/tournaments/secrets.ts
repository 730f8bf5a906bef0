/** What the tables of a tournament are dealt: everything follows from one secret of 32 bytes, to which the tournament is committed before it starts. */
import { createHash, createHmac } from 'node:crypto'

/** The secret of all matches that have this deal. */
export const dealSecret = (secret: Uint8Array, deal: number): Buffer =>
  createHmac('sha256', secret).update(`deal\n${deal}`).digest()

/** Published before the tournament starts, so that nobody can choose the secret afterwards. */
export const commitmentOf = (secret: Uint8Array, tournament: string): string =>
  createHash('sha256').update(secret).update(tournament, 'utf8').digest('hex')

/** Always the same for the same table, so that a table cannot be begun twice. */
export const matchIdOf = (tournament: string, table: number): string =>
  uuidFrom(createHash('sha256').update(`chancery table\n${tournament}\n${table}`).digest())

/** Shaped as a UUID (version 8: of one's own making). */
export function uuidFrom(digest: Uint8Array): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
