/** The one redactor: everything about a match that leaves the server has come through here. */
import type { AnyGame, Viewer } from '../games/contract.js'
import type { StoredEntry } from '../log/log.js'
import type { NoticeItem } from './shapes.js'
import { readEvents } from './table.js'

type Notice = NoticeItem['notices'][number]

export const noticesOf = (game: AnyGame, events: readonly unknown[], viewer: Viewer): Notice[] =>
  events.flatMap((event) => (game.notice(event, viewer) as Notice | undefined) ?? [])

export const inWords = (game: AnyGame, notices: readonly Notice[]): string[] =>
  notices.map((notice) => game.describe.notice(notice))

export function noticeItem(game: AnyGame, entry: StoredEntry, viewer: Viewer): NoticeItem {
  const notices = noticesOf(game, readEvents(game, entry.events), viewer)
  return { version: entry.version, at: entry.at, head: entry.hash, notices, text: inWords(game, notices) }
}
