/** Decks of a host: small, odd, and using what the standard cards do not. */
import type { z } from 'zod'
import type { CardRow } from '../../../src/games/medieval-realms/cards.js'

type Row = z.input<typeof CardRow>

export const LONE_CARD: Row = {
  id: 'keep',
  family: 'fortress',
  name: 'Keep',
  copies: 1,
  kind: 'simple',
  colour: 'orange',
  cost: { pay: 'raw', amounts: [1] },
  effects: [{ when: 'played', gain: 'points', amount: 1 }],
}

/** Fewer cards than the board asks for in seven rounds; leaders as a price, leaders as production, choices of several kinds. */
export const HOUSE_CONTENT = {
  deck: [
    LONE_CARD,
    {
      id: 'shrine',
      family: 'cathedral',
      name: 'Shrine',
      copies: 10,
      kind: 'majority',
      colour: 'white',
      cost: { pay: 'goods', amounts: [2, 2, 1, 1] },
      effects: [
        { when: 'played', gain: 'points', amount: 4 },
        { when: 'cardPlayed', colours: ['white', 'red'], gain: 'choice', amount: 2, except: ['goods', 'gold'] },
        { when: 'end', gain: 'points', amount: 2, per: 'whiteCards', condition: 'colours', atLeast: 3 },
      ],
    },
    {
      id: 'muster',
      family: 'leader',
      name: 'Muster',
      copies: 8,
      kind: 'auction',
      colour: 'yellow',
      cost: { pay: 'admiral' },
      effects: [
        { when: 'played', gain: 'general', amount: 2 },
        { when: 'production', gain: 'admiral', amount: 1 },
      ],
    },
    {
      id: 'fair',
      family: 'market',
      name: 'Fair',
      copies: 20,
      kind: 'simple',
      colour: 'red',
      cost: { pay: 'mayor', amounts: [1], plus: 1, plusPer: 'redCards' },
      effects: [
        { when: 'played', gain: 'choice', amount: 3, except: ['goods', 'science', 'culture', 'religion', 'raw', 'combat'] },
        { when: 'production', gain: 'goods', amount: 1, per: 'strength' },
      ],
    },
  ] as Row[],
  lands: Array.from({ length: 10 }, (_, index) => ({ land: 10 - index, rewards: [{ resource: 'raw', amount: index }] })),
  start: [
    { resource: 'goods', amount: 4 },
    { resource: 'gold', amount: 0 },
  ],
}

/** Cards that bring cards from the event fields: as they are played, and whenever an orange card is. */
export const LIBRARY_CONTENT = {
  deck: [
    { ...LONE_CARD, copies: 12 },
    { ...LONE_CARD, id: 'shrine', family: 'cathedral', name: 'Shrine', copies: 12, kind: 'majority', colour: 'white' },
    {
      ...LONE_CARD,
      id: 'muster',
      family: 'leader',
      name: 'Muster',
      copies: 6,
      kind: 'auction',
      colour: 'yellow',
      cost: { pay: 'gold' },
    },
    giving('library', 'blue', 12, { when: 'played', gain: 'card', amount: 1 }),
    giving('archive', 'black', 8, { when: 'played', gain: 'card', amount: 2 }),
    giving('scriptorium', 'violet', 8, { when: 'cardPlayed', colours: ['orange'], gain: 'card', amount: 1 }),
  ] as Row[],
}

function giving(id: string, colour: Row['colour'], copies: number, effect: Row['effects'][number]): Row {
  const cost = { pay: 'science' as const, amounts: [1] }
  return { id, family: 'university', name: id, copies, kind: 'simple', colour, cost, effects: [effect] }
}
