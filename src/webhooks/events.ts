/** What follows from an entry for those who play in the match: events that hold nothing but where to look. */
import { createHash } from 'node:crypto'
import type { News } from '../match/matches.js'
import type { EventType } from './shapes.js'

export interface WebhookEvent {
  readonly player: string
  readonly type: EventType
  /** Tells it from all others of its type and player; an event that is told twice by the same id is delivered once. */
  readonly id: string
  /** When it happened. */
  readonly at: string
  /** Nothing hidden: whoever wants to know more asks for it with a token. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The `at` is part of the identity: a database that went back may write another entry of the same version. */
export function eventsOf(news: News): WebhookEvent[] {
  const { match, game, version, status, at, holders, opened, dropped } = news
  return holders.flatMap(({ seat, player }) => {
    const event = (type: EventType, more: object = {}): WebhookEvent => ({
      player,
      type,
      id: dropped ?? `${match} ${version} ${at}`,
      at,
      data: { match, game, version, seat, ...more },
    })
    if (dropped !== null) return [event('order.dropped', { order: dropped })]
    return [
      ...(version === 1 ? [event('match.started')] : []),
      ...(opened.includes(seat) ? [event('turn')] : []),
      ...(status !== 'running' ? [event('match.over', { status })] : []),
    ]
  })
}

/** A decision, as far as its deadline tells. */
interface Nearing {
  readonly match: string
  readonly game: string
  readonly seat: number
  readonly player: string
  readonly version: number
  readonly opened: string
  readonly due: string
  readonly toldAt: string
}

export const deadlineNear = ({ match, game, seat, player, version, opened, due, toldAt }: Nearing): WebhookEvent => ({
  player,
  type: 'deadline.near',
  id: `${match} ${seat} ${opened}`,
  at: toldAt,
  data: { match, game, version, seat, deadline: due },
})

interface Invited {
  readonly invitation: string
  readonly match: string
  readonly game: string
  readonly player: string
}

export const invited = ({ invitation, match, game, player }: Invited): Omit<WebhookEvent, 'at'> => ({
  player,
  type: 'invitation',
  id: invitation,
  data: { match, game, invitation },
})

interface OfTournament {
  readonly player: string
  readonly kind: string
  readonly tournament: string
  readonly name: string
  /** Number of the record that it is about. */
  readonly record: number
}

export const ofTournament = ({ player, kind, tournament, name, record }: OfTournament): Omit<WebhookEvent, 'at'> => ({
  player,
  type: 'tournament',
  id: `${tournament} ${kind} ${record}`,
  data: { tournament, name, kind, record },
})

/** The same whenever it is worked out, on every server. */
export const webhookId = ({ player, type, id }: Pick<WebhookEvent, 'player' | 'id'> & { readonly type: string }): string =>
  `msg_${createHash('sha256').update([type, player, id].join('\n')).digest('base64url').slice(0, 32)}`

/** The bytes that are signed and sent, the same at every attempt. */
export const bodyOf = ({ type, at, data }: Pick<WebhookEvent, 'at' | 'data'> & { readonly type: string }): string =>
  JSON.stringify({ type, timestamp: at, data })
