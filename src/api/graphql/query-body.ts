/** What is asked, as every transport sends it. */
import { z } from 'zod'

export const QueryBody = z.object({
  query: z.string(),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
})
