/** What a viewer sees of a state and hears of events: the one place that asks games for views and notices. As whom somebody may ask is decided before. */
import type { AnyGame, Dice, Viewer } from '../../games/contract.js'
import type { Entry } from '../../log/entry.js'

type Notice = Entry['events'][number]

export const viewOf = (game: AnyGame, state: unknown, viewer: Viewer): object => game.view(state, viewer)

/** A world that the seat cannot tell from this one: made of what it sees and of chance, and of nothing else. */
export const imaginedBy = (game: AnyGame, state: unknown, seat: number, dice: Dice): unknown =>
  game.imagine(viewOf(game, state, seat), seat, dice)

export function noticesOf(game: AnyGame, events: readonly unknown[], viewer: Viewer): Notice[] {
  const notices: Notice[] = []
  for (const event of events) {
    const notice = game.notice(event, viewer)
    if (notice) notices.push(notice)
  }
  return notices
}

export const inWords = (game: AnyGame, notices: readonly Notice[]): string[] =>
  notices.map((notice) => game.describe.notice(notice))
