import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

export interface Explained {
  readonly ms: number
  readonly pages: number
  /** Tables of more than a thousand rows that were read from end to end. */
  readonly scanned: readonly string[]
}

export function explainAll(
  http: FastifyInstance,
  world: { readonly client: pg.Client; readonly now: number },
  isWanted?: (name: string) => boolean,
): Promise<Map<string, Explained>>
export function coldIds(client: pg.Client, status: string, count: number): Promise<string[]>
