/** Lists of what waits for the caller, each with what was asked for of its position. */
import { z } from 'zod'
import { InboxItem } from '../../match/inbox-shapes.js'
import { next } from './lists.js'

interface OfPositions<Match, View, Legal> {
  readonly Match: Match
  readonly view: View
  readonly LegalMoves: Legal
}

export function turnShapes<Match extends z.ZodType, View extends z.ZodType, Legal extends z.ZodType>({
  Match,
  view,
  LegalMoves,
}: OfPositions<Match, View, Legal>) {
  const Item = InboxItem.extend({
    view: view.describe('What you may see, if it was asked for and the match still stands at this version and waits for you.'),
    legalMoves: LegalMoves.optional().describe('What you may do, in the same case.'),
  }).meta({ id: 'InboxItem', description: 'Something happened in a match of yours, or in finding one.' })
  return {
    TurnPage: z
      .strictObject({
        items: z.array(Match).describe('The soonest deadline first, and those without one after them, the newest first.'),
        next,
      })
      .meta({ id: 'TurnPage', description: 'A page of matches that wait for you.' }),
    InboxItem: Item,
    InboxPage: z
      .strictObject({
        items: z.array(Item).describe('What happened, in order.'),
        next: z.string().describe('Ask for `after` this next.'),
      })
      .meta({ id: 'InboxPage', description: 'A page of your inbox.' }),
  }
}
