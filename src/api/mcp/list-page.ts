/** Lists that must be short enough to be read at once. */
import { z } from 'zod'

const FOUND = { max: 50, standard: 10 }

export const listPage = {
  first: z.int().min(1).max(FOUND.max).default(FOUND.standard).describe('At most so many.'),
  after: z.string().max(200).optional().describe('Go on after a page: the cursor that it ended with.'),
}

export const moreAfter = (next: string | null): string[] => (next === null ? [] : [`More with after: ${next}`])
