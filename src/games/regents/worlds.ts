/**
 * The deals of clans that fit everything a viewer has seen. There are at most 720, so they are listed one by one: whatever can be deduced
 * by elimination is respected, also through the accusation tiles that others have lost.
 */
import { CLANS, type Clan, clanWithout } from './content.js'
import type { PlayerView, View } from './schema.js'

/** What a viewer has to go by: a view without its conclusions. */
export type Clues = Pick<View, 'spyings' | 'accusations' | 'neutral'> & {
  readonly players: readonly Pick<PlayerView, 'clan' | 'played'>[]
}
type AccusationClue = View['accusations'][number]

/** Each world is the clan of every seat. */
export function possibleWorlds(clues: Clues): Clan[][] {
  const taken = [...clues.players.map(({ clan }) => clan), clues.neutral?.clan]
  const free = CLANS.filter((clan) => !taken.includes(clan))
  const candidates = clues.players.map((player, seat) => (player.clan ? [player.clan] : free.filter((clan) => !isRuledOut(clues, seat, clan))))
  const accusers = [...new Set(clues.accusations.map(({ seat }) => seat))].map((seat) => clues.accusations.filter((one) => one.seat === seat))
  return deals(candidates).filter((world) => accusers.every((own) => someTilesFit(world, own)))
}

/** A card played, or seen by the viewer, is never the one that the clan has not. */
function isRuledOut({ players, spyings }: Clues, seat: number, clan: Clan): boolean {
  if (players[seat]?.played.some((card) => clanWithout(card) === clan)) return true
  return spyings.some(({ target, card }) => target === seat && card !== null && clanWithout(card) === clan)
}

/** All ways to give every seat one of its candidates, no clan twice. */
function deals(candidates: readonly (readonly Clan[])[]): Clan[][] {
  return candidates.reduce<Clan[][]>(
    (begun, own) => begun.flatMap((deal) => own.filter((clan) => !deal.includes(clan)).map((clan) => [...deal, clan])),
    [[]],
  )
}

const someTilesFit = (world: readonly Clan[], own: readonly AccusationClue[]): boolean => tileRuns(world, own, [], 1).length > 0

/** The tiles that one accuser can have played, in order; up to `limit` such runs. */
export function tileRuns(world: readonly Clan[], own: readonly AccusationClue[], gone: readonly Clan[] = [], limit = Number.POSITIVE_INFINITY): Clan[][] {
  const [next, ...rest] = own
  if (!next) return [[]]
  const clan = world[next.target] as Clan
  const runs: Clan[][] = []
  for (const tile of tilesFor(next, clan, gone)) {
    for (const run of tileRuns(world, rest, [...gone, tile, clan], limit)) {
      runs.push([tile, ...run])
      if (runs.length >= limit) return runs
    }
  }
  return runs
}

/** A second tile is lost exactly if the accuser still had that of the true clan. */
function tilesFor({ upheld, tilesLost, tile }: AccusationClue, clan: Clan, gone: readonly Clan[]): Clan[] {
  if (upheld) return gone.includes(clan) ? [] : [clan]
  if ((tilesLost === 2) === gone.includes(clan)) return []
  return CLANS.filter((one) => one !== clan && !gone.includes(one) && (tile === null || tile === one))
}
