/** Worlds that are only thought of, for whoever searches for a good move: drawn from what a seat knows, and played on. */
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { seededDice } from '../../dice/seeded.js'
import type { AnyGame } from '../../games/contract.js'
import { findGame } from '../../games/registry.js'
import { invalid, notFound } from '../../platform/problem.js'
import { checkedGame } from '../checked-game.js'
import { imaginedBy, viewOf } from '../offline/seen.js'
import type { Secrets } from '../store/secrets.js'
import { fingerprints } from '../store/snapshots.js'
import type { Access } from '../viewing/access.js'
import { notSeated, viewerAt } from '../viewing/redactor.js'
import type { AppliedMove, ApplyMoves, ImagineWorlds, World } from '../world-shapes.js'
import type { Worlds } from '../worlds.js'
import { notSigned, readSigned, signed } from './signing.js'
import { begun, type Tried, tried } from './trying.js'

interface WorldDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly access: Access
}

type How = Pick<ImagineWorlds, 'view' | 'legalMoves'>

export function worlds({ pool, secrets, access }: WorldDeps): Worlds {
  let known: Promise<Uint8Array> | undefined
  const keyAnew = (): Promise<Uint8Array> => {
    known = secrets.worldKey(pool)
    known.catch(() => {
      known = undefined
    })
    return known
  }
  const key = () => known ?? keyAnew()
  /** The database may have been put back to before this server's key: then it has another. */
  const opened = async (game: AnyGame, state: string): Promise<unknown> => {
    const engine = engineOf(game)
    const found = readSigned(await key(), engine, state) ?? readSigned(await keyAnew(), engine, state)
    if (!found) throw notSigned()
    return found.state
  }
  return {
    async imagine(caller, match, { seed, count, ...how }) {
      const { seat, game, state, version } = await seen(access, caller, match)
      const sign = signer(game, await key())
      const imagined: World[] = []
      for (let index = 0; index < count; index++) {
        const world = imaginedBy(game, state, seat, seededDice(seedAt(seed, index)))
        imagined.push(worldOf(game, world, how, sign))
        await setImmediate()
      }
      return { game: game.id, version, seat, worlds: imagined }
    },
    async apply(caller, named, input) {
      requirePlayer(caller, 'read')
      const game = findGame(named)
      if (!game) throw notFound('game')
      const first = await beginning(game, input, opened)
      const sign = signer(game, await key())
      const results: AppliedMove[] = []
      for await (const one of followed(game, first, input)) results.push(resultOf(game, one, input, sign))
      return { game: game.id, results }
    },
  }
}

/** What the caller's seat sees of the match now; nobody else imagines with what it knows. */
async function seen(access: Access, caller: Caller, match: string) {
  requirePlayer(caller, 'read')
  const live = await access.upToDate(caller, match)
  const { version, state } = live.position
  const seat = viewerAt(live, caller, version)
  if (typeof seat !== 'number') throw notSeated()
  return { seat, game: live.fixed.game, state, version }
}

/** Before any move: the state that was given, or what follows from a start. */
async function beginning(
  game: AnyGame,
  { state, begin, moves, seed }: ApplyMoves,
  opened: (game: AnyGame, state: string) => Promise<unknown>,
): Promise<Tried> {
  if ((state === undefined) === (begin === undefined)) throw invalid('body: give either state or begin')
  if (state !== undefined && moves.length === 0) throw invalid('moves: name one at least')
  if (state !== undefined) return { ok: true, state: await opened(game, state), events: [] }
  const { seats, options } = { seats: 0, options: {}, ...begin }
  return begun(game, checkedGame({ game: game.id, seats, options }).options, seats, seed)
}

/** Each move in the world before it or in the first one; between two of them others have their turn. */
async function* followed(game: AnyGame, first: Tried, { moves, inTurn, seed }: ApplyMoves): AsyncIterable<Tried> {
  if (moves.length === 0) yield first
  let at = first
  for (const [index, move] of moves.entries()) {
    if (!at.ok) return
    const next = tried(game, at.state, move, inTurn ? seedAt(seed, index + 1) : seed)
    yield next
    if (inTurn) at = next
    await setImmediate()
  }
}

/** Seeds go round: the one after the last is 0. */
const seedAt = (seed: number, index: number): number => (seed + index) >>> 0

const engineOf = ({ id }: AnyGame) => ({ game: id, fingerprint: fingerprints.get(id) ?? '' })

type Sign = (state: unknown) => string
const signer =
  (game: AnyGame, key: Uint8Array): Sign =>
  (state) =>
    signed(key, engineOf(game), state)

const resultOf = (game: AnyGame, one: Tried, how: How, sign: Sign): AppliedMove =>
  one.ok
    ? { refusal: null, events: [...one.events], world: worldOf(game, one.state, how, sign) }
    : { refusal: one.refusal, events: [], world: null }

function worldOf(game: AnyGame, state: unknown, { view, legalMoves }: How, sign: Sign): World {
  const { awaiting, over } = game.phase(state)
  return {
    state: sign(state),
    awaiting: awaiting.map(({ seat, decision }) => ({ seat, decision })),
    over: over && [...over],
    ...(view && { view: viewOf(game, state, 'referee') }),
    ...(legalMoves > 0 && { legalMoves: awaiting.map(({ seat }) => movesOf(game, state, seat, legalMoves)) }),
  }
}

function movesOf(game: AnyGame, state: unknown, seat: number, first: number) {
  const moves = game.legalMoves(state, seat)
  const { size: total, complete } = moves
  return { seat, total, complete, moves: Array.from({ length: Math.min(first, total) }, (_, index) => moves.at(index)) }
}
