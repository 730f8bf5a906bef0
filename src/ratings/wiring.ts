/** How a server puts ratings together. */
import type { Pool } from 'pg'
import type { RatedEnds } from '../match/rated-ends.js'
import type { Logger } from '../platform/logger.js'
import { type RatingService, ratingService } from './service.js'

interface Parts {
  readonly pool: Pool
  readonly writing: Pool
  readonly ends: RatedEnds
  readonly logger: Logger
}

export const wireRatings = ({ logger, ...parts }: Parts): RatingService =>
  ratingService({ ...parts, onError: (error) => logger.warn({ err: error }, 'results are rated later') })
