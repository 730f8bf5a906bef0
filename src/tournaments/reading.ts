/** What everybody may read of a tournament. */
import type { Pool } from 'pg'
import { type Caller, type Player, requireReader } from '../accounts/caller.js'
import { itemAt } from '../games/lists.js'
import type { Page } from '../match/matches.js'
import { WentBack } from '../match/went-back.js'
import { invalid, notFound } from '../platform/problem.js'
import { crosstableOf } from './crosstable.js'
import { labelText } from './crosstable-text.js'
import { fitOf } from './fit.js'
import type { Round, Table } from './record.js'
import { drawnCrosstable } from './report/crosstable-svg.js'
import { sentenceOf } from './sentences.js'
import {
  type EntrantCard,
  isTournamentId,
  type RecordCard,
  type RoundCard,
  type TableCard,
  type TableFilter,
  type TournamentCard,
} from './shapes.js'
import { standingsOf } from './standings.js'
import { type Entrant, entrantOf, type Tournament } from './state.js'
import { playersOf } from './store/accounts.js'
import type { Cards } from './store/cards.js'
import { accountOf, type Kept, type StoredRecord, type TournamentLog } from './store/log.js'
import { sharedDeals, told, toldRecord } from './told.js'
import type { Asked, Tournaments } from './tournaments.js'
import { workedOut } from './worked-out.js'

export interface ReadingDeps {
  readonly pool: Pool
  readonly log: TournamentLog
  readonly cards: Cards
  /** The id of a player by id or name; undefined if there is none. */
  readonly findPlayer: (named: string) => Promise<Player | null>
}

export interface Reading
  extends Pick<
    Tournaments,
    'list' | 'card' | 'entrants' | 'rounds' | 'tables' | 'standings' | 'crosstable' | 'crosstableSvg' | 'strengths' | 'records'
  > {
  /** For whoever has just acted on it, whatever their token may read. */
  readonly actedCard: Tournaments['card']
  readonly entrantCards: (entrants: readonly Entrant[]) => Promise<EntrantCard[]>
  readonly recordCards: (kept: Kept, records: readonly StoredRecord[]) => Promise<RecordCard[]>
  /** With the names that the accounts of its entrants have now. */
  readonly named: (tournament: Tournament) => Promise<Tournament>
  /** The tournament, if the caller may read. */
  readonly found: (caller: Caller, id: string) => Promise<Kept>
}

const standings = workedOut((tournament) => standingsOf(told(tournament)))
const crosstable = workedOut((tournament) => crosstableOf(told(tournament)))
const strengths = workedOut((tournament) => fitOf(told(tournament)))

export function reading(deps: ReadingDeps): Reading {
  const { pool, log } = deps
  const found = async (caller: Caller, id: string): Promise<Kept> => {
    requireReader(caller)
    const kept = isTournamentId(id) ? await log.read(id) : undefined
    if (!kept) throw notFound('tournament')
    return kept
  }
  const entrantCards = (entrants: readonly Entrant[]) => cardsOfEntrants(pool, entrants)
  const recordCards = async ({ tournament }: Kept, records: readonly StoredRecord[]): Promise<RecordCard[]> => {
    const name = namesIn(await playersFor(pool, tournament.entrants), tournament)
    const known = told(tournament)
    return records.map((stored) => recordCard(stored, known, name))
  }
  return {
    found,
    entrantCards,
    recordCards,
    async named(tournament) {
      const name = namesIn(await playersFor(pool, tournament.entrants), tournament)
      return { ...tournament, entrants: tournament.entrants.map((one) => ({ ...one, name: name(one.number) })) }
    },
    ...lists(deps),
    ...figures(pool, found),
    async entrants(caller, id, page) {
      const { tournament } = await found(caller, id)
      const { items, ...rest } = pageOf(tournament.entrants, page, ({ number }) => number)
      return { items: await entrantCards(items), ...rest }
    },
    async rounds(caller, id, page) {
      const { tournament } = await found(caller, id)
      const { items, ...rest } = pageOf(tournament.rounds, page, ({ round }) => round)
      return { items: items.map((round) => roundCard(tournament, round)), ...rest }
    },
    async tables(caller, id, filter, page) {
      const { tournament } = await found(caller, id)
      const wanted = tournament.tables.filter((table) => fits(tournament, table, filter))
      const { items, ...rest } = pageOf(wanted, page, ({ number }) => number)
      return { items: await cardsOfTables(pool, caller, tournament, items), ...rest }
    },
    async records(caller, id, { first, after }) {
      const kept = await found(caller, id)
      const stored = await log.page(id, after, first)
      const newest = Math.max(kept.newest, stored.at(-1)?.number ?? 0)
      if (after > newest) throw new WentBack(newest, `tournament has gone back to record ${newest}`)
      return { items: await recordCards(kept, stored), newest, complete: kept.tournament.status === 'over' }
    },
  }
}

function lists({ cards, findPlayer }: ReadingDeps): Pick<Reading, 'list' | 'card' | 'actedCard'> {
  const actedCard = async (caller: Caller, id: string): Promise<TournamentCard> => {
    const card = isTournamentId(id) ? await cards.find(caller, id) : undefined
    if (!card) throw notFound('tournament')
    return card
  }
  const idOf = async (named: string | undefined): Promise<string | null | undefined> =>
    named === undefined ? undefined : ((await findPlayer(named))?.id ?? null)
  return {
    async list(caller, filter, page) {
      requireReader(caller)
      const [organiser, player] = [await idOf(filter.organiser), await idOf(filter.player)]
      // Of a player who does not exist.
      if (organiser === null || player === null) return { items: [], next: null, cursors: [] }
      return cards.list(caller, { ...filter, organiser, player }, page)
    },
    async card(caller, id) {
      requireReader(caller)
      return actedCard(caller, id)
    },
    actedCard,
  }
}

function figures(pool: Pool, found: Reading['found']): Pick<Reading, 'standings' | 'crosstable' | 'crosstableSvg' | 'strengths'> {
  const labels = async (tournament: Tournament): Promise<(entrant: number) => Label> => {
    const name = namesIn(await playersFor(pool, tournament.entrants), tournament)
    return (entrant) => ({ entrant, name: name(entrant), version: entrantOf(tournament, entrant).version })
  }
  return {
    async standings(caller, id) {
      const kept = await found(caller, id)
      const { tournament } = kept
      const label = await labels(tournament)
      const { value, newest: records } = standings(kept)
      const items = value.map(({ entrant, criteria, ...standing }) => ({
        ...label(entrant),
        ...standing,
        criteria: [...criteria],
        withdrawn: entrantOf(tournament, entrant).until !== null,
      }))
      return { records, items }
    },
    async crosstable(caller, id) {
      const kept = await found(caller, id)
      const label = await labels(kept.tournament)
      const { value: rows, newest: records } = crosstable(kept)
      const cellsOf = ({ against }: (typeof rows)[number]) =>
        rows.flatMap(({ entrant }, index) => {
          const cell = against[index]
          return cell && cell.met > 0 ? [{ against: entrant, met: cell.met, points: cell.points }] : []
        })
      return { records, rows: rows.map((row) => ({ ...label(row.entrant), cells: cellsOf(row) })) }
    },
    async crosstableSvg(caller, id) {
      const kept = await found(caller, id)
      const label = await labels(kept.tournament)
      const labelled = (entrant: number): string => labelText(label(entrant))
      return drawnCrosstable(kept.tournament.setting.name, crosstable(kept).value, labelled)
    },
    async strengths(caller, id) {
      const kept = await found(caller, id)
      const label = await labels(kept.tournament)
      const { value, newest: records } = strengths(kept)
      const items = value.map(({ entrant, log, interval: [low, high], points: elo, tables }) => ({
        ...label(entrant),
        strength: log,
        low,
        high,
        elo,
        tables,
      }))
      return { records, items }
    },
  }
}

interface Label {
  readonly entrant: number
  readonly name: string
  readonly version: string | null
}

/** By a number that grows along the list. */
function pageOf<Item>(items: readonly Item[], { first, after }: Asked, numberOf: (item: Item) => number): Page<Item> {
  const last = after === undefined ? 0 : Number(after)
  if (!Number.isSafeInteger(last) || last < 0) throw invalid('after: not a cursor of this list')
  const rest = items.filter((item) => numberOf(item) > last)
  const shown = rest.slice(0, first)
  const cursors = shown.map((item) => String(numberOf(item)))
  return { items: shown, cursors, next: rest.length > shown.length ? (cursors.at(-1) ?? null) : null }
}

const playersFor = (pool: Pool, entrants: readonly Entrant[]): Promise<ReadonlyMap<string, Player>> =>
  playersOf(pool, [...new Set(entrants.map(({ who }) => accountOf(who)))])

const playerOf = (players: ReadonlyMap<string, Player>, { who }: Entrant): Player => {
  const player = players.get(accountOf(who))
  if (!player) throw new Error(`the account ${accountOf(who)} of an entrant is missing`)
  return player
}

/** Bots of the house by their own names, and everybody else by that of the account. */
const nameOf = (players: ReadonlyMap<string, Player>, entrant: Entrant): string =>
  entrant.who.kind === 'house' ? entrant.name : playerOf(players, entrant).name

const namesIn =
  (players: ReadonlyMap<string, Player>, tournament: Tournament) =>
  (number: number): string =>
    nameOf(players, entrantOf(tournament, number))

async function cardsOfEntrants(pool: Pool, entrants: readonly Entrant[]): Promise<EntrantCard[]> {
  const players = await playersFor(pool, entrants)
  return entrants.map((entrant) => ({
    number: entrant.number,
    name: nameOf(players, entrant),
    player: playerOf(players, entrant),
    version: entrant.version,
    rating: entrant.rating,
    from: entrant.from,
    withdrawn: entrant.until !== null,
  }))
}

const roundCard = ({ results }: Tournament, { round, tables, byes }: Round): RoundCard => ({
  round,
  tables: tables.length,
  tablesEnded: tables.filter(({ number }) => results.has(number)).length,
  byes,
})

function statusOf({ matches, results }: Tournament, { number }: Table): TableCard['status'] {
  return results.get(number)?.outcome ?? (matches.has(number) ? 'begun' : 'made')
}

const fits = (tournament: Tournament, table: Table, { round, entrant, status }: TableFilter): boolean =>
  (round === undefined || table.round === round) &&
  (entrant === undefined || table.seats.includes(entrant)) &&
  (status === undefined || statusOf(tournament, table) === status)

async function cardsOfTables(pool: Pool, caller: Caller, tournament: Tournament, tables: readonly Table[]): Promise<TableCard[]> {
  const seated = [...new Set(tables.flatMap(({ seats }) => seats))].map((number) => entrantOf(tournament, number))
  const name = namesIn(await playersFor(pool, seated), tournament)
  const known = told(tournament)
  const shared = sharedDeals(tournament.tables)
  const isOwn = (number: number): boolean => accountOf(entrantOf(tournament, number).who) === caller.player?.id
  // As the redactor has it: an administrator who plays in it looks at no table but their own.
  const isReferee = caller.scopes.has('admin') && !tournament.entrants.some(({ number }) => isOwn(number))
  const maySee = ({ number, deal, seats }: Table): boolean =>
    !shared.has(deal) || known.results.has(number) || isReferee || seats.some(isOwn)
  return tables.map((table) => ({
    number: table.number,
    round: table.round,
    game: itemAt(tournament.setting.games, table.game).game,
    deal: table.deal,
    status: statusOf(tournament, table),
    match: maySee(table) ? (tournament.matches.get(table.number) ?? null) : null,
    seats: table.seats.map((entrant, seat) => ({ seat, entrant, name: name(entrant), ...placeAt(known, table, seat) })),
  }))
}

function placeAt(
  { results }: Tournament,
  { number }: Table,
  seat: number,
): Pick<TableCard['seats'][number], 'place' | 'score' | 'left'> {
  const result = results.get(number)
  const { place = null, score = null } = result?.places.find((one) => one.seat === seat) ?? {}
  return { place, score, left: result?.left.includes(seat) ?? false }
}

function recordCard({ number, at, record }: StoredRecord, known: Tournament, name: (entrant: number) => string): RecordCard {
  const shown = toldRecord(record, known)
  const named = shown.type === 'entered' ? { ...shown, name: name(shown.entrant) } : shown
  return { number, at: at.toISOString(), type: record.type, record: named, text: sentenceOf(shown, name) }
}
