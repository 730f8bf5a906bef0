/** What the processes of one server say to each other. */
import type { Registry } from 'prom-client'
import type { Counts } from './counts.js'

/** Of one process, as prom-client writes them down. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** `spent`: since the message before. `held`: how much clients hold at this moment, where that has changed. */
export interface Counted {
  readonly spent: Counts
  readonly held: Counts
}

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'listening' }
  | { readonly type: 'greeted' }
  | ({ readonly type: 'counted' } & Counted)
  | { readonly type: 'askFigures'; readonly question: number }
  | { readonly type: 'figures'; readonly question: number; readonly figures: Figures }

export type FromPrimary =
  /** Workers are numbered from 1; one that is started again has the number of the one before. */
  | { readonly type: 'serve'; readonly url: string; readonly worker: number }
  | { readonly type: 'greet' }
  | ({ readonly type: 'counted'; readonly worker: number } & Counted)
  /** What it held is free. */
  | { readonly type: 'gone'; readonly worker: number }
  | { readonly type: 'askFigures'; readonly question: number }
  | { readonly type: 'page'; readonly question: number; readonly page: string }
