/** What a viewer sees of a state and hears of events: the one place that asks games for views and notices. As whom somebody may ask is decided before. */
import type { AnyGame, Viewer } from '../../games/contract.js'
import type { Entry } from '../../log/entry.js'

type Notice = Entry['events'][number]

export const viewOf = (game: AnyGame, state: unknown, viewer: Viewer): object => game.view(state, viewer)

export const noticesOf = (game: AnyGame, events: readonly unknown[], viewer: Viewer): Notice[] =>
  events.flatMap((event): Notice | [] => game.notice(event, viewer) ?? [])

export const inWords = (game: AnyGame, notices: readonly Notice[]): string[] =>
  notices.map((notice) => game.describe.notice(notice))
