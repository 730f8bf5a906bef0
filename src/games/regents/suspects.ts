/** What a seat may hope from accusing others, and fear from being accused. */
import { itemAt, numberAt } from '../lists.js'
import { CLANS, cardBit, clanBit } from './content.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

type Seat = View['players'][number]

const ALL = (1 << CLANS.length) - 1

/** For every set of clans, how many are in it. */
const SIZES = Array.from({ length: ALL + 1 }, (_, set) => CLANS.filter((clan) => set & clanBit(clan)).length)

/** The clans that everybody knows to be nobody's secret, one bit for each. */
export function openClans({ players, neutral }: View): number {
  let set = neutral ? clanBit(neutral.clan) : 0
  for (const { clan, clanOpen } of players) if (clan && clanOpen) set |= clanBit(clan)
  return set
}

export function suspectsWorth(view: View, seat: number, open: number): number {
  const own = itemAt(view.players, seat)
  let worth = own.discarded.length > 0 ? WEIGHTS.convicted : 0
  for (const other of view.players) {
    if (other.seat === seat) continue
    if (mayAccuse(view, own, other)) worth += numberAt(WEIGHTS.suspect, numberAt(SIZES, suspicion(view, own, other, open)))
    if (mayAccuse(view, other, own)) worth += WEIGHTS.exposed / (view.players.length - 1)
  }
  return worth
}

/** Some day: a failed accusation of the same seat is the last, and without the tile of the true clan all fail. */
function mayAccuse({ accusations }: View, accuser: Seat, target: Seat): boolean {
  if (target.clanOpen || target.left || accuser.left) return false
  if (accuser.tiles && target.clan && !accuser.tiles.includes(target.clan)) return false
  return !accusations.some((one) => one.seat === accuser.seat && one.target === target.seat)
}

/** The clans that may be the target's as far as the accuser knows: a card that was played, or seen, rules out the one that does not have it. */
function suspicion({ spyings, accusations, players }: View, accuser: Seat, target: Seat, open: number): number {
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
