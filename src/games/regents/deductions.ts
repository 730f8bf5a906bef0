/**
 * What a viewer can deduce. All deals of clans are tried, at most 720, and those that contradict something the viewer has seen are left
 * out, also by the accusation tiles that others have lost. A set of clans is a number with one bit for each clan, in the order of the clans.
 */
import { itemAt, numberAt } from '../lists.js'
import { CLANS, type Clan, clanBit, clanWithout, TRACKS, type Track } from './content.js'
import type { PlayerView, View } from './schema.js'

/** What deductions start from: the secrets that a viewer knows, as they stand in the view. */
export type Clues = Pick<View, 'spyings' | 'accusations' | 'neutral'> & {
  readonly players: readonly Pick<PlayerView, 'clan' | 'played'>[]
}
/** The clan of each seat, as its bit. */
export type Deal = readonly number[]

interface AccusationClue {
  readonly target: number
  readonly upheld: boolean
  readonly tilesLost: number
  /** The set of clans that may be on the tile: one if the viewer has seen it, otherwise all. */
  readonly tiles: number
}

const ALL = (1 << CLANS.length) - 1
const clansIn = (set: number): Clan[] => CLANS.filter((_, number) => set & (1 << number))
const clanOf = (bit: number): Clan => itemAt(CLANS, 31 - Math.clz32(bit))

export function possibleDeals(clues: Clues): Deal[] {
  const candidates = clues.players.map((_, seat) => candidatesFor(clues, seat))
  const accusers = clues.players.map((_, seat) => accusationClues(clues, seat)).filter((own) => own.length > 0)
  const deals: number[][] = []
  const taken = clues.neutral ? clanBit(clues.neutral.clan) : 0
  completeDeals(candidates, [], taken, (deal) => {
    if (accusers.every((own) => someTilesFit(deal, own, 0, 0))) deals.push([...deal])
  })
  return deals
}

/** The clans that the seat has in at least one of the deals. */
export function possibleClans(deals: readonly Deal[], seat: number): Clan[] {
  return clansIn(deals.reduce((set, deal) => set | numberAt(deal, seat), 0))
}

export const clansOf = (deal: Deal): Clan[] => deal.map(clanOf)

/** A card that was played, or seen by the viewer, rules out the clan that does not have it. */
function candidatesFor({ players, spyings }: Clues, seat: number): number {
  const player = players[seat]
  if (player?.clan) return clanBit(player.clan)
  const played = player?.played ?? []
  const seen = spyings.flatMap(({ target, card }) => (target === seat && card ? [card] : []))
  return [...played, ...seen].reduce((set, card) => set & ~clanBit(clanWithout(card)), ALL)
}

export const accusationClues = ({ accusations }: Pick<Clues, 'accusations'>, seat: number): AccusationClue[] =>
  accusations
    .filter((one) => one.seat === seat)
    .map(({ target, upheld, tilesLost, tile }) => ({ target, upheld, tilesLost, tiles: tile ? clanBit(tile) : ALL }))

/** Completes the deal of the first seats in every way: each further seat gets one of its candidates, no clan twice. */
function completeDeals(candidates: readonly number[], deal: number[], taken: number, found: (deal: Deal) => void): void {
  if (deal.length === candidates.length) found(deal)
  for (let open = (candidates[deal.length] ?? 0) & ~taken; open; open &= open - 1) {
    deal.push(open & -open)
    completeDeals(candidates, deal, taken | (open & -open), found)
    deal.pop()
  }
}

/** Whether the accuser can have made these accusations under this deal: the same as `tileSequences` is not empty, but cheaper. */
function someTilesFit(deal: Deal, own: readonly AccusationClue[], index: number, gone: number): boolean {
  const clue = own[index]
  if (!clue) return true
  const clan = numberAt(deal, clue.target)
  for (let tiles = tilesFor(clue, clan, gone); tiles; tiles &= tiles - 1) {
    if (someTilesFit(deal, own, index + 1, gone | (tiles & -tiles) | clan)) return true
  }
  return false
}

/** Every sequence of tiles that one accuser can have played under this deal, one tile for each accusation. */
export function tileSequences(deal: Deal, own: readonly AccusationClue[], index = 0, gone = 0): Clan[][] {
  const clue = own[index]
  if (!clue) return [[]]
  const clan = numberAt(deal, clue.target)
  return clansIn(tilesFor(clue, clan, gone)).flatMap((tile) =>
    tileSequences(deal, own, index + 1, gone | clanBit(tile) | clan).map((later) => [tile, ...later]),
  )
}

/** The tiles that this accusation can have used. A second tile is lost exactly if the accuser still had that of the true clan. */
function tilesFor({ upheld, tilesLost, tiles }: AccusationClue, clan: number, gone: number): number {
  const held = tiles & ~gone
  if (upheld) return held & clan
  return (tilesLost === 2) === ((gone & clan) === 0) ? held & ~clan : 0
}

export function unseenDomains(players: readonly Pick<PlayerView, 'domain'>[]): Track[] {
  const seen = players.map(({ domain }) => domain)
  return TRACKS.filter((track) => !seen.includes(track))
}
