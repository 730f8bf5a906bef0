/**
 * What a process that serves with others shares with them: the counts of its limits, so that a client with connections to all of them has no more than one with a connection to
 * one, and the page of figures. Counts are told ten times a second. Nothing that is promised about matches depends on any of it.
 */
import type { Registry } from 'prom-client'
import { type Tally, tally } from './counts.js'
import type { FromPrimary, FromWorker } from './messages.js'

export interface Colleagues {
  /** A limit on what is spent. `onSpent` hears what was spent elsewhere; what is returned tells them what is spent here. */
  spending(limit: string, onSpent: (client: string, amount: number) => void): (client: string, amount: number) => void
  /** A limit on what is held at a time. */
  holding(limit: string): Holding
  /** The page of figures, of all together. */
  page(own: Registry): () => Promise<string>
}

export interface Holding {
  /** How much the client holds here. */
  set(client: string, amount: number): void
  /** How much it holds elsewhere. */
  elsewhere(client: string): number
}

/** A process that serves alone. */
export const NO_COLLEAGUES: Colleagues = {
  spending: () => () => {},
  holding: () => ({ set: () => {}, elsewhere: () => 0 }),
  page: (own) => () => own.metrics(),
}

/** To the primary, and from it. */
export interface Channel {
  tell(message: FromWorker): void
  hear(listener: (message: FromPrimary) => void): void
}

const TELL_EVERY_MS = 100

export function colleagues(channel: Channel, every = TELL_EVERY_MS): Colleagues {
  const counts = telling(channel, every)
  const listeners = new Map<string, (client: string, amount: number) => void>()
  const held = new Map<number, Tally>()
  channel.hear((message) => {
    if (message.type === 'gone') held.delete(message.worker)
    if (message.type !== 'counted') return
    for (const [limit, client, amount] of message.spent) listeners.get(limit)?.(client, amount)
    const there = held.get(message.worker) ?? tally()
    held.set(message.worker, there)
    for (const [limit, client, amount] of message.held)
      amount > 0 ? there.set(limit, client, amount) : there.forget(limit, client)
  })
  return {
    spending(limit, onSpent) {
      listeners.set(limit, onSpent)
      return (client, amount) => counts.spend(limit, client, amount)
    },
    holding: (limit) => ({
      set: (client, amount) => counts.hold(limit, client, amount),
      elsewhere: (client) => [...held.values()].reduce((sum, there) => sum + there.get(limit, client), 0),
    }),
    page: (own) => pageOfAll(channel, own),
  }
}

/** All counts of a moment in one message. */
function telling({ tell }: Channel, every: number) {
  let spent = tally()
  let held = tally()
  const flush = (): void => {
    tell({ type: 'counted', spent: spent.all(), held: held.all() })
    spent = tally()
    held = tally()
  }
  const soon = (): void => {
    if (spent.size + held.size === 0) setTimeout(flush, every).unref()
  }
  return {
    spend(limit: string, client: string, amount: number): void {
      soon()
      spent.set(limit, client, spent.get(limit, client) + amount)
    },
    hold(limit: string, client: string, amount: number): void {
      soon()
      held.set(limit, client, amount)
    },
  }
}

/** The primary asks everybody, this process too, and adds up. */
function pageOfAll({ tell, hear }: Channel, own: Registry): () => Promise<string> {
  const waiting = new Map<number, (page: string) => void>()
  let questions = 0
  hear((message) => {
    if (message.type === 'askFigures')
      void own.getMetricsAsJSON().then((figures) => tell({ type: 'figures', question: message.question, figures }))
    if (message.type !== 'page') return
    waiting.get(message.question)?.(message.page)
    waiting.delete(message.question)
  })
  return () =>
    new Promise((resolve) => {
      const question = ++questions
      waiting.set(question, resolve)
      tell({ type: 'askFigures', question })
    })
}
