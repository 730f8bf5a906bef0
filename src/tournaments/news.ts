/** What those who play in a tournament are told of it, and its organiser. */
import type { PoolClient } from 'pg'
import type { TournamentRecord } from './record.js'
import { remembers, type Tournament } from './state.js'
import { accountOf, type Kept } from './store/log.js'

export const TOURNAMENT_NEWS = ['entered', 'round', 'over'] as const

export interface TournamentNews {
  readonly player: string
  readonly kind: (typeof TOURNAMENT_NEWS)[number]
  readonly tournament: string
  /** What it is called. */
  readonly name: string
  /** Number of the record that it is about. */
  readonly record: number
}

/** Within the transaction that it is about. */
export type Tell = (client: PoolClient, news: readonly TournamentNews[]) => Promise<void>

/** Of a batch of records each player hears once of each kind: a round robin makes all its rounds at a time. */
export function newsOf(
  { id, organiser, newest }: Kept,
  records: readonly TournamentRecord[],
  after: Tournament,
): TournamentNews[] {
  const told = new Map<string, TournamentNews>()
  for (const [index, record] of records.entries())
    for (const { kind, players } of hearers(record, after, organiser))
      for (const player of players)
        told.set(`${player} ${kind}`, { player, kind, tournament: id, name: after.setting.name, record: newest + index + 1 })
  return [...told.values()]
}

interface Hearers {
  readonly kind: TournamentNews['kind']
  readonly players: readonly string[]
}

function hearers(record: TournamentRecord, after: Tournament, organiser: string): readonly Hearers[] {
  switch (record.type) {
    case 'entered':
      return [{ kind: 'entered', players: accounts(after, [record.entrant]) }]
    case 'roundMade':
      return [
        {
          kind: 'round',
          players: accounts(
            after,
            record.tables.flatMap(({ seats }) => seats),
          ),
        },
      ]
    case 'ended':
      return [
        {
          kind: 'over',
          players: [
            ...accounts(
              after,
              after.entrants.map(({ number }) => number),
            ),
            organiser,
          ],
        },
      ]
    case 'withdrew':
    case 'started':
    case 'paused':
    case 'resumed':
    case 'tableBegun':
    case 'tableEnded':
      return []
  }
}

/** Of these entrants, without bots of the house. */
function accounts({ entrants }: Tournament, numbers: readonly number[]): string[] {
  const wanted = new Set(numbers)
  return entrants.filter((entrant) => wanted.has(entrant.number) && remembers(entrant)).map(({ who }) => accountOf(who))
}
