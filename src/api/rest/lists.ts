/** Lists and pages of REST. */
import { z } from 'zod'
import { Act, PlayerRecord, Registration, TokenCard } from '../../accounts/shapes.js'
import { Absence } from '../../clocks/absence.js'
import { Invitation, Seek } from '../../match/finding-shapes.js'
import { SeatOffer } from '../../match/hand-shapes.js'
import type { Page } from '../../match/matches.js'
import { MatchCard } from '../../match/shapes.js'
import { PlayerRating, RankedPlayer, RatedMatch } from '../../ratings/shapes.js'
import { WebhookCard, WebhookDelivery } from '../../webhooks/shapes.js'

export const next = z.string().nullable().describe('Ask for `after` this next; null on the last page.')

export const TokenList = z
  .strictObject({ items: z.array(TokenCard).describe('Your tokens, the oldest first.'), next })
  .meta({ id: 'TokenList', description: 'A page of tokens.' })
export const WebhookList = z
  .strictObject({ items: z.array(WebhookCard).describe('The oldest first.') })
  .meta({ id: 'WebhookList', description: 'Your webhooks.' })
export const DeliveryList = z
  .strictObject({ items: z.array(WebhookDelivery).describe('The newest first.'), next })
  .meta({ id: 'WebhookDeliveryList', description: 'A page of what was sent to a webhook.' })
export const AbsenceList = z
  .strictObject({ items: z.array(Absence).describe('The next first.') })
  .meta({ id: 'AbsenceList', description: 'The days on which you are away.' })
export const RegistrationList = z
  .strictObject({ items: z.array(Registration).describe('One for each, in the order of the request.') })
  .meta({ id: 'RegistrationList', description: 'What became of several new players.' })
export const PlayerList = z
  .strictObject({ items: z.array(PlayerRecord).describe('By name.'), next })
  .meta({ id: 'PlayerList', description: 'A page of players, as administrators see them.' })
export const ActList = z
  .strictObject({ items: z.array(Act).describe('The newest first.'), next })
  .meta({ id: 'ActList', description: 'A page of what administrators have done.' })
export const TokenReset = z
  .strictObject({
    player: PlayerRecord.describe('The player.'),
    token: z.string().describe('The one token that works now, shown this once.'),
    webhooksDisabled: z.int().min(0).describe('How many webhooks of the player were disabled.'),
  })
  .meta({ id: 'TokenReset', description: 'A player and its new token.' })
export const InvitationList = z
  .strictObject({ items: z.array(Invitation).describe('The newest first.'), next })
  .meta({ id: 'InvitationList', description: 'A page of invitations.' })
export const SeekList = z
  .strictObject({ items: z.array(Seek).describe('The newest first.'), next })
  .meta({ id: 'SeekList', description: 'A page of seeks.' })
export const Leaderboard = z
  .strictObject({ items: z.array(RankedPlayer).describe('The strongest first.'), next })
  .meta({ id: 'Leaderboard', description: 'A page of the players of a game, by rating.' })
export const PlayerRatings = z
  .strictObject({ items: z.array(PlayerRating).describe('One for each game in which a match counted.') })
  .meta({ id: 'PlayerRatings', description: 'The ratings of a player.' })
export const RatingHistory = z
  .strictObject({ items: z.array(RatedMatch).describe('The newest first.'), next })
  .meta({ id: 'RatingHistory', description: 'A page of the rated matches of a player in a game.' })
export const MatchPage = z
  .strictObject({ items: z.array(MatchCard).describe('The newest first.'), next })
  .meta({ id: 'MatchPage', description: 'A page of matches.' })
export const SeatOffers = z
  .strictObject({ items: z.array(SeatOffer).describe('Those that expire first in front.') })
  .meta({ id: 'SeatOffers', description: 'Seats that are offered to you or by you.' })
/** Cursors of single items are for GraphQL. */
export const pageOf = <T>({ items, next }: Page<T>): { items: T[]; next: string | null } => ({ items: [...items], next })
