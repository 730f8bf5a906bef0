import { Problem } from '../platform/problem.js'

/** What a rated match does not allow: its result is to tell how well those played who began it. */
export function requireUnrated({ rated }: { readonly rated: boolean }, what: string): void {
  if (rated) throw new Problem(409, 'RATED_MATCH', `This match is rated: ${what}.`)
}
