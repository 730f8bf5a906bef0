/** What workers tell each other by way of the primary: counts are passed on as they come, and figures are asked for and added up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Tally, tally } from './counts.js'
import { summedFigures } from './figures.js'
import type { FromPrimary, FromWorker } from './messages.js'

export interface Exchange {
  /** A worker begins to serve: it is told what clients hold elsewhere. */
  join(worker: number, tell: Tell): void
  hear(worker: number, message: FromWorker): void
  leave(worker: number): void
}

export type Tell = (message: FromPrimary) => void

/** A worker that does not answer in time is told of by what it said before. */
const ANSWERS_WITHIN_MS = 1000

export function exchange(): Exchange {
  const members = new Map<number, Tell>()
  const held = new Map<number, Tally>()
  const figures = summedFigures()
  const asking = questions(members)

  const passOn = (from: number, message: FromPrimary): void => {
    for (const [worker, tell] of members) if (worker !== from) tell(message)
  }
  const note = (worker: number, { held: changed }: Extract<FromWorker, { type: 'counted' }>): void => {
    const there = held.get(worker) ?? tally()
    held.set(worker, there)
    for (const [limit, client, amount] of changed) amount > 0 ? there.set(limit, client, amount) : there.forget(limit, client)
  }
  const sendPage = async (worker: number, question: number): Promise<void> => {
    await asking.all()
    members.get(worker)?.({ type: 'page', question, page: await figures.page() })
  }

  return {
    join(worker, tell) {
      for (const [other, there] of held) tell({ type: 'counted', worker: other, spent: [], held: there.all() })
      members.set(worker, tell)
    },
    hear(worker, message) {
      switch (message.type) {
        case 'counted':
          note(worker, message)
          return passOn(worker, { ...message, worker })
        case 'askFigures':
          return void sendPage(worker, message.question)
        case 'figures':
          figures.take(worker, message.figures)
          return asking.answered(worker, message.question)
        case 'ready':
        case 'listening':
        case 'greeted':
          return
      }
    },
    leave(worker) {
      members.delete(worker)
      held.delete(worker)
      figures.gone(worker)
      asking.gone(worker)
      passOn(worker, { type: 'gone', worker })
    },
  }
}

/** One question to all at a time; whoever asks meanwhile has the same answer. */
function questions(members: ReadonlyMap<number, Tell>) {
  let number = 0
  let underWay: Promise<void> | undefined
  let open = new Set<number>()
  let done = (): void => {}
  const settle = (worker: number): void => {
    if (open.delete(worker) && open.size === 0) done()
  }
  const ask = async (): Promise<void> => {
    open = new Set(members.keys())
    const all = new Promise<void>((resolve) => {
      done = resolve
    })
    number++
    for (const tell of members.values()) tell({ type: 'askFigures', question: number })
    await Promise.race([all, sleep(ANSWERS_WITHIN_MS, undefined, { ref: false })])
  }
  return {
    all(): Promise<void> {
      underWay ??= ask().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    answered(worker: number, question: number): void {
      if (question === number) settle(worker)
    },
    gone: settle,
  }
}
