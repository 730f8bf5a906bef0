/** Views and notices with the name of their GraphQL type, which only the game of their match tells. */
import type { Seen } from '../../match/matches.js'
import type { NoticeItem } from '../../match/shapes.js'
import { pascal } from '../schema/names.js'

/** By id: spelled once, not at every move. */
const prefixes = new Map<string, string>()

function prefixOf(game: string): string {
  const known = prefixes.get(game)
  if (known !== undefined) return known
  const prefix = pascal(game)
  prefixes.set(game, prefix)
  return prefix
}

export const typedView = ({ game, view }: Seen): object => ({ __typename: `${prefixOf(game)}View`, ...view })

export interface OfGame {
  readonly game: string
  readonly notices: NoticeItem['notices']
}

export const typedNotices = ({ game, notices }: OfGame): object[] => {
  const prefix = prefixOf(game)
  return notices.map((notice) => ({ __typename: prefix + notice.type, ...notice }))
}

export const ofGame = (game: string, item: NoticeItem): NoticeItem & OfGame => ({ ...item, game })
