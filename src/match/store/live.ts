/** A match in play as the server holds it: what is fixed from its start, and the newest position known here. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clocks/clock.js'
import { type Times, timesAtFirst } from '../../clocks/times.js'
import type { AnyGame, Dice } from '../../games/contract.js'
import { genesisHash } from '../../log/chain.js'
import type { Awaiting, Entry } from '../../log/entry.js'
import type { Log, StoredEntry } from '../../log/log.js'
import { firstPosition, type Position, positionAfter } from '../offline/step.js'
import { stateAfter } from '../offline/take-back.js'
import { WentBack } from '../went-back.js'
import type { Holdings } from './holdings.js'
import type { StoredOptions } from './stored-options.js'

/** What never changes once a match has begun. */
export interface Fixed extends StoredOptions {
  readonly id: string
  readonly game: AnyGame
  readonly seats: number
  /** Null if there is none. */
  readonly clock: Clock | null
  /** Whether its result counts for ratings. */
  readonly rated: boolean
  readonly visibility: string
  /** Null unless it is the match of one. */
  readonly table: TableOf | null
  /** It never begins. */
  readonly isCancelled: boolean
  readonly commitment: string
  /** Who made the match, with a seat or without; null for that of a table. */
  readonly host: string | null
  readonly secret: Uint8Array
  readonly dice: Dice
}

/** The table of a tournament that a match is played at. */
export interface TableOf {
  readonly tournament: string
  readonly number: number
  /** Other tables may have the same deal, and have not all ended. Once they have, this is read again. */
  readonly isVeiled: boolean
  /** Accounts that play in the tournament: whoever may have the same deal before them must not see it elsewhere. */
  readonly entrants: readonly string[]
}

export interface Live {
  readonly fixed: Fixed
  position: Position
  awaiting: readonly Awaiting[]
  /** By seat: the version at which it left, or null. */
  leftAt: readonly (number | null)[]
  /** Where the clocks stand; null in a match without one. */
  times: Times | null
  /** Who holds the seats, and who has held them: at the version of the position or, where a past one was asked for, now. */
  holdings: Holdings
}

/** The match before its first entry. */
export function beginning(fixed: Fixed, holdings: Holdings): Live {
  const { id, game, options, chosen, seats, commitment, clock } = fixed
  const head = genesisHash({ match: id, game: game.id, options, seats, commitment, clock })
  return {
    fixed,
    position: firstPosition(head, game.initial(chosen, seats)),
    awaiting: [],
    leftAt: Array.from({ length: seats }, () => null),
    holdings,
    times: clock && timesAtFirst(clock, seats),
  }
}

/** Takes the next entry of the log into account. One that is already known is passed over. `stateAt`: the state of an earlier version, for a take-back. */
export function advance(live: Live, entry: StoredEntry, stateAt: (version: number) => unknown = neverBack): void {
  if (entry.version !== live.position.version + 1) return
  const { game } = live.fixed
  const state = stateAfter(game, live.position.state, entry, stateAt)
  const { awaiting, times } = entry
  moveOn(live, entry, positionAfter(entry, state), { awaiting, times, holdings: live.holdings })
}

const neverBack = (version: number): never => {
  throw new Error(`the position of version ${version} is not at hand`)
}

/** The same where the position after the entry is known already. A reader may have come this far or farther: a position never goes back. */
export function moveOn(
  live: Live,
  { command, version }: Entry,
  next: Position,
  { awaiting, times, holdings }: Pick<StoredEntry, 'awaiting' | 'times'> & Pick<Live, 'holdings'>,
): void {
  if (live.position.version >= version) return
  live.position = next
  live.awaiting = awaiting
  live.times = times
  live.holdings = holdings
  if (command.type === 'leave') live.leftAt = live.leftAt.with(command.seat, version)
}

/** The entry alone does not tell what it leads to: who has the seat now is not in the log, and an earlier position not in memory. */
const needsLook = ({ command }: StoredEntry): boolean => command.type === 'handOver' || command.type === 'takeBack'

/** The first version that a take-back may go to: after the start, and after every seat that has left or changed hands. */
export const earliestBack = ({ leftAt, holdings }: Live): number =>
  Math.max(1, ...leftAt.map((left) => left ?? 0), ...holdings.former.map(({ until }) => until))

/** All at once, so that nobody finds the position of one version with the holders of another. */
function takeOver(live: Live, { position, awaiting, leftAt, times, holdings }: Live): void {
  if (live.position.version < position.version) Object.assign(live, { position, awaiting, leftAt, times, holdings })
}

export interface LiveMatches {
  /** Undefined if there is no such match or it has not begun. May be behind the log: see `freshen`. */
  get(match: string): Promise<Live | undefined>
  /** The same if it is in memory, at once. */
  known(match: string): Live | undefined
  /**
   * The match at the head of the log: the same object brought up to date, or another one if the log has gone back behind this position. Then
   * all that was known of the match, its holders included, may be otherwise.
   */
  freshen(live: Live): Promise<Live>
  /** The match read anew, with what is otherwise fixed. */
  again(live: Live): Promise<Live>
  /** Takes in a match that was begun here, so that its first move need not load it. */
  takeIn(live: Live): void
  forget(match: string): void
}

interface MemorySettings {
  /** Reads a match from the database; undefined if there is none or it has not begun. */
  readonly load: (match: string) => Promise<Live | undefined>
  /** Bytes of memory, by the estimate of `sizeOf`. */
  readonly cacheBytes: number
  readonly onLookup: (hit: boolean) => void
}

/** Of a match without content of its own. Measured: 7 (Kingdoms) to 21 (Royals at its end). */
const KIB_A_MATCH = 24
/** Heap for each character of stored options: their values as stored and as the game reads them, and what it derives from them. Measured: 5.5. */
const BYTES_A_CHARACTER = 6

/** Memory that a live match takes, in bytes. Options that matches share are counted for each of them: the others may go first. */
export const sizeOf = ({ fixed }: { readonly fixed: Pick<Fixed, 'optionsLength'> }): number =>
  KIB_A_MATCH * 1024 + BYTES_A_CHARACTER * fixed.optionsLength

/** The live matches that this server holds in memory, bounded by their estimated size. Nothing is lost with them: the log has it all. */
export function liveMatches(log: Log, { load, cacheBytes, onLookup }: MemorySettings): LiveMatches {
  const cache = new LRUCache<string, Live>({ maxSize: cacheBytes, sizeCalculation: sizeOf })
  const loading = new Map<string, Promise<Live | undefined>>()

  const loadOnce = (match: string): Promise<Live | undefined> => {
    const running = loading.get(match)
    if (running) return running
    const fresh = load(match)
      .then((live) => {
        if (live) cache.set(match, live)
        return live
      })
      .finally(() => loading.delete(match))
    loading.set(match, fresh)
    return fresh
  }

  const afresh = async (match: string): Promise<Live> => {
    cache.delete(match)
    const found = await loadOnce(match)
    if (!found) throw new WentBack(0)
    return found
  }

  const known = (match: string): Live | undefined => {
    const found = cache.get(match)
    if (found) onLookup(true)
    return found
  }

  return {
    known,
    async get(match) {
      const found = known(match)
      if (found) return found
      onLookup(false)
      return loadOnce(match)
    },
    freshen: async (live) => ((await caughtUp(log, load, live)) ? live : afresh(live.fixed.id)),
    again: ({ fixed }) => afresh(fixed.id),
    takeIn(live) {
      if (!cache.has(live.fixed.id)) cache.set(live.fixed.id, live)
    },
    forget: (match) => void cache.delete(match),
  }
}

/** Takes all entries after the position into account. False if the log does not hold the entry that the position comes from. */
async function caughtUp(log: Log, load: MemorySettings['load'], live: Live): Promise<boolean> {
  const { version, head } = live.position
  const newest = await log.newest(live.fixed.id)
  if (newest.version < version) return false
  if (newest.version === version) return version === 0 || newest.hash === head
  const { before, entries } = await log.continuation(live.fixed.id, version, newest.version)
  if (version > 0 && before !== head) return false
  if (!entries.some(needsLook)) for (const entry of entries) advance(live, entry)
  else {
    const now = await load(live.fixed.id)
    if (!now || now.position.version < newest.version) return false
    takeOver(live, now)
  }
  return true
}
