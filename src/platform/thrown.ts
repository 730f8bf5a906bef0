/** What can be read from a thrown value: JavaScript may throw anything, so its fields are looked at before they are trusted. */

/** The code of an error of Node (`ENOENT`), Postgres (`42P04`), Prisma (`P2002`) or Fastify; undefined if it has none. */
export const codeOf = (error: unknown): string | undefined =>
  isObject(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export function messageOf(error: unknown): string {
  if (!isObject(error)) return String(error)
  return 'message' in error && typeof error.message === 'string' ? error.message : ''
}

/** For people, who are told in one line. */
export const firstLineOf = (error: unknown): string => messageOf(error).split('\n', 1).join()

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
