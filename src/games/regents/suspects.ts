/** What a seat may hope from accusing others, and fear from being accused. */
import { fractionAt, itemAt, numberAt } from '../lists.js'
import { CLANS, cardBit, clanBit } from './content.js'
import type { Judged, JudgedSeat } from './judged.js'
import { WEIGHTS } from './weights.js'

const ALL = (1 << CLANS.length) - 1

/** For every set of clans, how many are in it. */
const SIZES = Array.from({ length: ALL + 1 }, (_, set) => CLANS.filter((clan) => set & clanBit(clan)).length)

/** The clans that everybody knows to be nobody's secret, one bit for each. */
export function openClans({ players, neutralClan }: Judged): number {
  let set = neutralClan ? clanBit(neutralClan) : 0
  for (const { clan, clanOpen } of players) if (clan && clanOpen) set |= clanBit(clan)
  return set
}

export function suspectsWorth(match: Judged, seat: number, open: number): number {
  const own = itemAt(match.players, seat)
  let worth = own.hasDiscarded ? WEIGHTS.convicted : 0
  for (const other of match.players) {
    if (other.seat === seat) continue
    if (mayAccuse(match, own, other)) worth += fractionAt(WEIGHTS.suspect, numberAt(SIZES, suspicion(match, own, other, open)))
    if (mayAccuse(match, other, own)) worth += WEIGHTS.exposed / (match.players.length - 1)
  }
  return worth
}

/** Some day: a failed accusation of the same seat is the last, and without the tile of the true clan all fail. */
function mayAccuse({ accusations }: Judged, accuser: JudgedSeat, target: JudgedSeat): boolean {
  if (target.clanOpen || target.left || accuser.left) return false
  if (accuser.tiles && target.clan && !accuser.tiles.includes(target.clan)) return false
  return !accusations.some((one) => one.seat === accuser.seat && one.target === target.seat)
}

/** The clans that may be the target's as far as the accuser knows: a card that was played, or seen, rules out the one that does not have it. */
function suspicion({ spyings, accusations, players }: Judged, accuser: JudgedSeat, target: JudgedSeat, open: number): number {
  let out = accuser.clan ? open | clanBit(accuser.clan) : open
  for (const card of target.played) out |= cardBit(card)
  for (const { seat, target: other, card } of spyings)
    if (seat === accuser.seat && other === target.seat && card) out |= cardBit(card)
  for (const { seat, target: other } of accusations) {
    const shown = seat === accuser.seat ? itemAt(players, other).clan : null
    if (shown) out |= clanBit(shown)
  }
  return ALL & ~out
}
