/** What is asked of matches about seats that change hands and moves that are taken back. */
import { type Player, requirePlayer } from '../accounts/caller.js'
import { notFound } from '../platform/problem.js'
import { HandOver } from './hand-shapes.js'
import type { Matches } from './matches.js'
import { requireNoTable } from './of-table.js'
import type { Handing } from './play/handing.js'
import type { TakingBack } from './play/taking-back.js'
import { isMatchId } from './shapes.js'
import type { LiveMatches } from './store/live.js'
import type { Access } from './viewing/access.js'
import { requireSeat } from './viewing/redactor.js'

interface HandsDeps {
  /** A player by id or name. */
  readonly findPlayer: (named: string) => Promise<Player | null>
  readonly live: LiveMatches
}

interface HandsWays {
  readonly access: Access
  readonly hands: Handing
  readonly backs: TakingBack
}

export function changingHands(
  { findPlayer, live }: HandsDeps,
  { access, hands, backs }: HandsWays,
): Pick<Matches, 'takeBack' | 'offerSeat' | 'seatOffers' | 'dropSeatOffer' | 'acceptSeat' | 'handOverToHouse'> {
  return {
    async takeBack(caller, match, input) {
      requirePlayer(caller, 'play')
      const found = await access.upToDate(caller, match)
      const seat = requireSeat(found, caller)
      requireNoTable(found)
      await backs.agree(found, seat, input)
      const card = await access.card(caller, match)
      if (!input.agree) return card
      await backs.ifAgreed(found, input.to, card)
      return access.card(caller, match)
    },
    async offerSeat(caller, match, input) {
      requirePlayer(caller, 'play')
      const found = await access.upToDate(caller, match)
      const seat = requireSeat(found, caller)
      requireNoTable(found)
      const player = await findPlayer(input.player)
      if (!player) throw notFound('player')
      return hands.offer(found, seat, player, input)
    },
    seatOffers: async (caller) => hands.offers(requirePlayer(caller, 'read').id),
    async dropSeatOffer(caller, match) {
      const { id } = requirePlayer(caller, 'play')
      if (!isMatchId(match)) throw notFound('match')
      await hands.drop(id, match)
    },
    async acceptSeat(caller, match) {
      const { id } = requirePlayer(caller, 'play')
      if (!isMatchId(match)) throw notFound('match')
      const seat = await hands.offeredSeat(id, match)
      const known = await live.get(match)
      // A private match is a stranger's to see once they have the seat: the offer is what lets them in.
      if (known) await hands.accept(await live.freshen(known), seat, id)
      return access.card(caller, match)
    },
    async handOverToHouse(caller, match, { bot } = HandOver.parse({})) {
      requirePlayer(caller, 'play')
      const found = await access.upToDate(caller, match)
      const seat = requireSeat(found, caller)
      requireNoTable(found)
      await hands.toHouse(found, seat, bot)
      return access.card(caller, match)
    },
  }
}
