/**
 * The deals of clans that fit everything a viewer has seen. There are at most 720, so they are tried one by one: whatever can be deduced
 * by elimination is respected, also through the accusation tiles that others have lost. Sets of clans are bits, in the order of the clans.
 */
import { CLANS, type Clan, clanWithout } from './content.js'
import type { PlayerView, View } from './schema.js'

/** What a viewer has to go by: a view without its conclusions. */
export type Clues = Pick<View, 'spyings' | 'accusations' | 'neutral'> & {
  readonly players: readonly Pick<PlayerView, 'clan' | 'played'>[]
}
/** One bit for each seat: its clan. */
type World = readonly number[]

interface AccusationClue {
  readonly target: number
  readonly upheld: boolean
  readonly tilesLost: number
  /** What the tile may have been as far as the viewer has seen it. */
  readonly tiles: number
}

const ALL = (1 << CLANS.length) - 1
const bitOf = (clan: Clan): number => 1 << CLANS.indexOf(clan)
export const clansIn = (set: number): Clan[] => CLANS.filter((_, number) => set & (1 << number))
const clanOf = (bit: number): Clan => CLANS[31 - Math.clz32(bit)] as Clan

export function possibleWorlds(clues: Clues): World[] {
  const candidates = clues.players.map((_, seat) => candidatesFor(clues, seat))
  const accusers = clues.players.map((_, seat) => accusationClues(clues, seat)).filter((own) => own.length > 0)
  const worlds: number[][] = []
  const taken = clues.neutral ? bitOf(clues.neutral.clan) : 0
  deal(candidates, [], taken, (world) => {
    if (accusers.every((own) => someTilesFit(world, own, 0, 0))) worlds.push([...world])
  })
  return worlds
}

/** The clans that some world gives to each seat. */
export function possibleClans(worlds: readonly World[], seat: number): Clan[] {
  return clansIn(worlds.reduce((set, world) => set | (world[seat] as number), 0))
}

export const clansOf = (world: World): Clan[] => world.map(clanOf)

/** A card played, or seen by the viewer, is never the one that the clan has not. */
function candidatesFor({ players, spyings }: Clues, seat: number): number {
  const player = players[seat]
  if (player?.clan) return bitOf(player.clan)
  const played = player?.played ?? []
  const seen = spyings.flatMap(({ target, card }) => (target === seat && card ? [card] : []))
  return [...played, ...seen].reduce((set, card) => set & ~bitOf(clanWithout(card)), ALL)
}

export const accusationClues = ({ accusations }: Pick<Clues, 'accusations'>, seat: number): AccusationClue[] =>
  accusations
    .filter((one) => one.seat === seat)
    .map(({ target, upheld, tilesLost, tile }) => ({ target, upheld, tilesLost, tiles: tile ? bitOf(tile) : ALL }))

/** Gives every seat in turn one of its candidates, no clan twice. */
function deal(candidates: readonly number[], world: number[], taken: number, found: (world: World) => void): void {
  if (world.length === candidates.length) found(world)
  for (let open = (candidates[world.length] ?? 0) & ~taken; open; open &= open - 1) {
    world.push(open & -open)
    deal(candidates, world, taken | (open & -open), found)
    world.pop()
  }
}

function someTilesFit(world: World, own: readonly AccusationClue[], index: number, gone: number): boolean {
  const clue = own[index]
  if (!clue) return true
  const clan = world[clue.target] as number
  for (let tiles = tilesFor(clue, clan, gone); tiles; tiles &= tiles - 1) {
    if (someTilesFit(world, own, index + 1, gone | (tiles & -tiles) | clan)) return true
  }
  return false
}

/** All tiles that one accuser can have played in this world, accusation by accusation. */
export function tileRuns(world: World, own: readonly AccusationClue[], index = 0, gone = 0): Clan[][] {
  const clue = own[index]
  if (!clue) return [[]]
  const clan = world[clue.target] as number
  return clansIn(tilesFor(clue, clan, gone)).flatMap((tile) =>
    tileRuns(world, own, index + 1, gone | bitOf(tile) | clan).map((run) => [tile, ...run]),
  )
}

/** A second tile is lost exactly if the accuser still had that of the true clan. */
function tilesFor({ upheld, tilesLost, tiles }: AccusationClue, clan: number, gone: number): number {
  const held = tiles & ~gone
  if (upheld) return held & clan
  return (tilesLost === 2) === ((gone & clan) === 0) ? held & ~clan : 0
}
