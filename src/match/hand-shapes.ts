/** The shapes of seats that change hands and of moves that are taken back. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { BotName, STANDARD_BOT } from '../bots/names.js'
import { game, MatchId, seatNumber } from './shapes.js'

export const TakeBack = z
  .strictObject({
    to: z.int().min(1).describe('The version to go back to.'),
    agree: z.boolean().default(true).describe('False takes your agreement back.'),
  })
  .meta({ id: 'TakeBack', description: 'Whether you agree to go back to an earlier version.' })
export type TakeBack = z.infer<typeof TakeBack>

export const OfferSeat = z
  .strictObject({
    player: z.string().min(1).max(100).describe('Who is to have your seat, by id or name.'),
    expiresInHours: z.int().min(1).max(720).default(72).describe('How long they may accept it.'),
  })
  .meta({ id: 'OfferSeat', description: 'To whom you would give your seat.' })
export type OfferSeat = z.infer<typeof OfferSeat>

export const HandOver = z
  .strictObject({ bot: BotName.default(STANDARD_BOT).describe('Which bot of the house plays from now on.') })
  .meta({ id: 'HandOver', description: 'To which bot of the house you give your seat.' })
export type HandOver = z.infer<typeof HandOver>

export const SeatOffer = z
  .strictObject({
    match: MatchId.describe('Id of the match.'),
    game,
    seat: seatNumber.describe('The seat that is offered.'),
    by: Player.describe('Who holds it.'),
    to: Player.describe('Who may have it.'),
    expiresAt: z.iso.datetime().describe('Until when it can be accepted.'),
  })
  .meta({ id: 'SeatOffer', description: 'A seat that its holder would give to another player.' })
export type SeatOffer = z.infer<typeof SeatOffer>
