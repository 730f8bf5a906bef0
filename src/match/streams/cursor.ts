/**
 * Where a follower of an inbox is, as a text that it sends back. Places go by the database's clock when the entry was inserted, which means
 * the same after a crash, a restore or a promotion. The run of Postgres is part of the cursor: the next one may have gone back or have another clock.
 */
import { invalid, type Problem } from '../../platform/problem.js'
import { isMatchId } from '../shapes.js'

/** A place in the order of an inbox: that of an entry or of news, or the moment before all of a microsecond. */
export interface Place {
  /** In microseconds since 1970. */
  readonly at: number
  /** Id of the match, or of the news. */
  readonly match: string
  readonly version: number
}

export interface Cursor {
  readonly run: string
  /** News come after this place. */
  readonly news: Place
  /** Before the news comes what has waited since before `news`: so far up to here. Undefined when all of it has been told. */
  readonly waiting: Place | undefined
}

const MARK = 'i'
const NO_MATCH = '00000000-0000-0000-0000-000000000000'
/** Of the time when places went by transactions. They name no place any more, so whoever holds one begins anew. */
const OLD = /^(?:opening|\d{1,18}_([0-9a-f-]{36})_\d{1,9})$/

export const momentAt = (at: number): Place => ({ at, match: NO_MATCH, version: 0 })
export const BEGINNING = momentAt(0)

const placeText = ({ at, match, version }: Place): string => `${at}.${match}.${version}`

export const cursorText = ({ run, news, waiting }: Cursor): string =>
  [MARK, run, placeText(news), ...(waiting ? [placeText(waiting)] : [])].join('.')

/** Undefined for one that is to begin anew. */
export function readCursor(text: string): Cursor | undefined {
  const old = OLD.exec(text)
  if (old && isMatchId(old[1] ?? NO_MATCH)) return undefined
  const [mark, run = '', ...rest] = text.split('.')
  if (mark !== MARK || !/^[0-9a-z]{1,16}$/.test(run) || (rest.length !== 3 && rest.length !== 6)) throw notACursor()
  return { run, news: readPlace(rest.slice(0, 3)), waiting: rest.length > 3 ? readPlace(rest.slice(3)) : undefined }
}

function readPlace([at = '', match = '', version = '']: string[]): Place {
  if (!/^\d{1,16}$/.test(at) || !isMatchId(match) || !/^\d{1,9}$/.test(version)) throw notACursor()
  return { at: Number(at), match, version: Number(version) }
}

const notACursor = (): Problem => invalid('after: not a cursor of this stream')
