import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COLOURS, KINDS } from '../../../src/games/medieval-realms/cards.js'
import { DECK, LANDS, START_RESOURCES } from '../../../src/games/medieval-realms/content.js'
import { describeCard } from '../../../src/games/medieval-realms/describe.js'
import { HOUSE_CONTENT, LONE_CARD } from './decks.js'
import {
  actions,
  activate,
  awaiting,
  begin,
  game,
  of,
  place,
  placing,
  play,
  playAll,
  playCard,
  player,
  stock,
  types,
} from './table.js'

const copies = (rows: readonly { copies: number }[]): number => rows.reduce((sum, row) => sum + row.copies, 0)

describe('the standard deck', () => {
  test('[M56] 90 cards: 36 simple, 33 majority, 21 auction; fifteen great personalities', () => {
    expect(copies(DECK)).toBe(90)
    expect(KINDS.map((kind) => copies(DECK.filter((row) => row.kind === kind)))).toEqual([36, 33, 21])
    expect(copies(DECK.filter(({ personality }) => personality))).toBe(15)
  })

  test('[M56] ten colours', () => {
    const counts = Object.fromEntries(COLOURS.map((colour) => [colour, copies(DECK.filter((row) => row.colour === colour))]))
    expect(counts).toEqual({
      orange: 5,
      red: 5,
      yellow: 12,
      green: 9,
      grey: 9,
      turquoise: 8,
      black: 6,
      violet: 9,
      white: 13,
      blue: 14,
    })
  })

  test('[M56] kind, colour and cost of every family are those of the rulebook', () => {
    const family = (name: string) => {
      const rows = DECK.filter((row) => row.family === name)
      const seals = new Set(rows.map(({ kind, colour, cost }) => `${kind} ${colour} ${cost.pay} ${cost.amounts}`))
      return [...seals].join('; ')
    }
    expect(
      [
        'fortress',
        'market',
        'leader',
        'city',
        'territory',
        'island',
        'war',
        'artist',
        'missionary',
        'scientist',
        'development',
      ].map(family),
    ).toEqual([
      'majority orange raw 6',
      'simple red goods 6',
      'auction yellow gold ',
      'simple green raw 5',
      'auction grey combat ',
      'simple turquoise admiral 1',
      'majority black combat 7,7,6,5',
      'majority violet culture 5',
      'majority white religion 5',
      'majority blue science 5',
      'simple blue science 5',
    ])
    expect(['gallery', 'cathedral', 'tithe', 'inquisition', 'gunpowder', 'university', 'harbour'].map(family)).toEqual([
      'majority violet culture 5',
      'majority white culture 5',
      'simple white religion 5',
      'simple white religion 4',
      'simple blue science 4',
      'simple blue science 4',
      'simple blue science 4',
    ])
  })

  test('[M56] every row says where its figures come from, and only names and pictures are reconstructed', () => {
    for (const { source } of DECK) {
      expect(source.rules).toBe('rulebook')
      expect(['rulebook', 'derived', 'reconstructed']).toContain(source.shown)
    }
  })

  test('[M57] the standard content passes the check that a host has to pass', () => {
    const deck = DECK.map(({ source: _, ...row }) => row)
    const own = game.schema.options.parse({ content: { deck, lands: LANDS, start: START_RESOURCES } })
    expect(game.view(game.initial(own, 3), 0).cards).toEqual(game.view(begin(3), 0).cards)
  })

  test('[M58] every card is described in words', () => {
    expect(DECK.map((row) => describeCard(row, 4)).filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
    expect(describeCard(DECK[0] as never, 4)).toBe(
      "Costs 6 raw. In each round's production: 1 combat. At the end of the game: 1 point per strength of own military leaders.",
    )
  })
})

describe("a host's own content", () => {
  const options = { content: HOUSE_CONTENT }

  test('[M57] its lands and start resources are used', () => {
    expect(stock(begin(3, options), 0)).toEqual({ goods: 4, science: 0, culture: 0, religion: 0, gold: 0, raw: 0, combat: 0 })
    const state = placing({ players: [{}, {}, {}], options, fields: { 1: 'fair/1' } })
    const apart = (land: number) => place({ generals: [land], admirals: [land], mayors: ['gold', 'gold', 'gold', 'gold'] })
    const { events } = playAll(state, [0, apart(1)], [1, apart(2)], [2, apart(3)])
    expect(of(events, 'ResourcesProduced')[0]?.harvests.map(({ fromLands }) => fromLands)).toEqual(
      [9, 8, 7].map((amount) => [{ resource: 'raw', amount }]),
    )
  })

  test('[M57] a card is a row: leaders as a price, leaders each round, a choice for each card of two colours', () => {
    const state = actions({
      options,
      players: [
        { stock: { goods: 2 }, leaders: { admiral: 2 }, inPlay: ['shrine/1'], hand: ['fair/1', 'shrine/2'] },
        { passed: true },
        { passed: true },
      ],
      fields: { 1: 'muster/1' },
    })
    const auctioned = play(state, 0, activate(1, 2))
    expect(player(auctioned.state, 0).leaders).toEqual({ mayor: 4, admiral: 0, general: 3 })
    const shrine = play(state, 0, playCard('shrine/2'))
    expect(of(shrine.events, 'ChoiceOffered')).toEqual([
      { type: 'ChoiceOffered', seat: 0, choice: 'card', amount: 2, except: ['goods', 'gold'] },
    ])
    expect(player(shrine.state, 0)).toMatchObject({ points: 4, stock: { goods: 0 } })
  })

  test('[M57] production may bring leaders', () => {
    const state = placing({ options, players: [{ inPlay: ['muster/1', 'fair/1'] }, {}, {}], fields: { 1: 'fair/2' } })
    const { state: after } = playAll(state, [0, place({})], [1, place({})], [2, place({})])
    expect(player(after, 0).leaders.admiral).toBe(2)
    // Four mayors on goods, two supplied, and one for each strength: the admiral of this round is there by then.
    expect(stock(after, 0).goods).toBe(4 + 2 + 4)
  })

  test('[M57] a condition and a count may go together at the end', () => {
    const end = (inPlay: string[]) =>
      of(
        play(actions({ options, players: [{ inPlay }, { passed: true }], round: 7 }), 0, { type: 'pass' }).events,
        'SeatScored',
      )[0]?.byCards
    expect(end(['shrine/1', 'shrine/2', 'fair/1'])).toEqual([])
    expect(end(['shrine/1', 'shrine/2', 'fair/1', 'keep/1'])).toEqual([
      { card: 'shrine/1', points: 4 },
      { card: 'shrine/2', points: 4 },
    ])
  })

  test('[M59] a single kind to choose from is taken by itself', () => {
    const state = actions({ options, players: [{ hand: ['fair/1'], stock: { goods: 1 } }, {}, {}], fields: { 1: 'fair/2' } })
    const { events, state: after } = play(state, 0, playCard('fair/1'))
    expect(of(events, 'ResourceChosen')).toEqual([
      { type: 'ResourceChosen', seat: 0, choice: 'card', resource: 'gold', amount: 3 },
    ])
    expect(player(after, 0)).toMatchObject({ leaders: { mayor: 3 }, stock: { gold: 3 } })
    expect(awaiting(after)).toEqual([[0, 'action']])
  })

  const faults = (content: object): string[] => {
    const parsed = game.schema.options.safeParse({ content })
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  }
  const effect = (part: object) =>
    faults({ deck: [{ ...LONE_CARD, effects: [{ when: 'played', gain: 'points', amount: 1, ...part }] }] })

  test('[M60] cards', () => {
    expect(faults({ deck: [LONE_CARD, LONE_CARD] })).toEqual(['content.deck.1.id: keep is the id of another card'])
    expect(faults({ deck: [{ ...LONE_CARD, id: 'no/slash' }] })).toEqual([
      'content.deck.0.id: no/slash: an id begins with a letter and goes on with letters, digits and hyphens',
    ])
    expect(faults({ deck: [{ ...LONE_CARD, id: '1abbey' }] })).toEqual([
      'content.deck.0.id: 1abbey: an id begins with a letter and goes on with letters, digits and hyphens',
    ])
    expect(faults({ deck: [1, 2, 3, 4, 5, 6].map((number) => ({ ...LONE_CARD, id: `keep${number}`, copies: 60 })) })).toEqual([
      'content.deck: 360 cards are more than the 300 allowed',
    ])
    expect(faults({ deck: [{ ...LONE_CARD, cost: { pay: 'raw' } }] })).toEqual([
      'content.deck.0.cost.amounts: keep costs one amount, or four for 2, 3, 4 and 5 seats',
    ])
    expect(faults({ deck: [{ ...LONE_CARD, kind: 'auction' }] })).toEqual([
      'content.deck.0.cost: keep is auctioned: its cost is the bid, without amounts',
    ])
  })

  test('[M60] effects', () => {
    const at = 'content.deck.0.effects.0: keep:'
    expect(effect({ when: 'cardPlayed' })).toEqual([`${at} an effect of cardPlayed names the colours that it answers to`])
    expect(effect({ colours: ['red'] })).toEqual([`${at} colours belong to cardPlayed, not to played`])
    expect(effect({ when: 'cardPlayed', colours: ['red', 'red'] })).toEqual([`${at} a colour is named twice`])
    expect(effect({ when: 'production' })).toEqual([`${at} production gives resources or leaders`])
    expect(effect({ when: 'production', gain: 'choice' })).toEqual([`${at} production gives resources or leaders`])
    expect(effect({ when: 'end', gain: 'gold' })).toEqual([`${at} the end of the game gives points only`])
    expect(effect({ except: ['gold'] })).toEqual([`${at} except belongs to a choice`])
    expect(effect({ gain: 'choice', except: ['goods', 'science', 'culture', 'religion', 'gold', 'raw', 'combat'] })).toEqual([
      `${at} except leaves nothing to choose`,
    ])
  })

  test('[M60] lands and start resources', () => {
    const lands = Array.from({ length: 10 }, (_, index) => ({ land: index + 1, rewards: [{ resource: 'gold', amount: 1 }] }))
    expect(faults({ lands })).toEqual([])
    expect(faults({ lands: lands.slice(1) })).toEqual(['content.lands: the map has the lands 1 to 10, each once'])
    expect(faults({ lands: lands.with(0, { land: 2, rewards: [] }) }).join()).toContain('content.lands.0.rewards')
    const twice = [
      { resource: 'gold', amount: 1 },
      { resource: 'gold', amount: 2 },
    ]
    expect(faults({ lands: lands.with(3, { land: 4, rewards: twice }) })).toEqual(['content.lands.3: land 4 names gold twice'])
    expect(faults({ start: twice })).toEqual(['content.start: gold is given twice in the start resources'])
  })

  const giving = (part: object, row: object = {}) => ({
    deck: [{ ...LONE_CARD, ...row, effects: [{ when: 'played', gain: 'mayor', amount: 1, ...part }] }],
  })

  test('[M60] no seat can come to more leaders of a kind than a placement names', () => {
    const tooMany = (count: number, leaders: string) => [
      `content.deck: a seat could come to own ${count} ${leaders}, and a placement names at most 99`,
    ]
    expect(faults(giving({ amount: 95 }))).toEqual([])
    expect(faults(giving({ amount: 96 }))).toEqual(tooMany(100, 'mayors'))
    expect(faults(giving({ amount: 10, gain: 'general' }, { copies: 10 }))).toEqual(tooMany(101, 'generals'))
    // Six more rounds after the first.
    expect(faults(giving({ when: 'production', amount: 16, gain: 'admiral' }))).toEqual([])
    expect(faults(giving({ when: 'production', amount: 17, gain: 'admiral' }))).toEqual(tooMany(103, 'admirals'))
    // Each of seven copies answers to the six others, or to seven cards as it is counted here: 7 x 7 x 2.
    const answering = { when: 'cardPlayed', colours: ['orange'], amount: 2 }
    expect(faults(giving(answering, { copies: 7 }))).toEqual(tooMany(102, 'mayors'))
    expect(faults(giving({ per: 'orangeCards' }, { copies: 10 }))).toEqual(tooMany(104, 'mayors'))
    expect(faults(giving({ per: 'colours', amount: 96 }))).toEqual(tooMany(100, 'mayors'))
    // Twelve fields in seven rounds: no more than 84 of the 300 cards come into play.
    const many = [1, 2, 3, 4, 5].flatMap((number) => giving({}, { id: `keep${number}`, copies: 60 }).deck)
    expect(faults({ deck: many })).toEqual([])
    for (const per of ['mayors', 'strength'])
      expect(faults(giving({ per }))).toEqual([
        'content.deck.0.effects.0: keep: leaders are not given by mayors or strength: they would grow without end',
      ])
  })

  test('[M60] with as many leaders as a deck may give, a seat can place them', () => {
    const own = { content: giving({ amount: 95 }) }
    const state = actions({ options: own, players: [{ stock: { raw: 1 }, hand: ['keep/1'] }, { passed: true }] })
    const { state: next } = playAll(state, [0, playCard('keep/1')])
    expect(awaiting(next)).toContainEqual([0, 'placeLeaders'])
    for (const move of game.legalMoves(next, 0)) {
      expect(game.schema.move.parse(move)).toEqual(move)
      expect(types(play(next, 0, move).events)).toEqual(['LeadersPlaced'])
    }
  })

  test('[M60] what one effect gives at once fits into an event', () => {
    const own = giving({ gain: 'gold', amount: 99, per: 'colours' }).deck
    const deck = COLOURS.map((colour, index) => ({ ...LONE_CARD, id: `keep${index}`, colour }))
    expect(faults({ deck: [...own, ...deck.slice(1)] })).toEqual([])
    expect(faults(giving({ gain: 'gold', amount: 60, per: 'orangeCards' }, { copies: 17 }))).toEqual([
      'content.deck.0.effects.0: keep: up to 1020 gold at once, and 999 is the most',
    ])
    // Four mayors and, with two seats, two buffers; an admiral and a general.
    const two = [
      { when: 'played', gain: 'mayor', amount: 5 },
      { when: 'production', gain: 'gold', amount: 91, per: 'mayors' },
      { when: 'cardPlayed', colours: ['red'], gain: 'raw', amount: 99, per: 'strength' },
    ]
    expect(faults({ deck: [{ ...LONE_CARD, effects: two }] })).toEqual([
      'content.deck.0.effects.1: keep: up to 1001 gold at once, and 999 is the most',
    ])
  })

  test('[M60] points in play, and with them the markers of the track, have a bound', () => {
    expect(faults(giving({ gain: 'points', amount: 99 }, { copies: 60 }))).toEqual([])
    expect(faults(giving({ gain: 'points', amount: 99, per: 'orangeCards' }, { copies: 11 }))).toEqual([
      'content.deck: a seat could score 11979 points in play, and 9999 is the most',
    ])
    expect(faults(giving({ when: 'end', gain: 'points', amount: 99, per: 'orangeCards' }, { copies: 60 }))).toEqual([])
  })

  test('[M60] nobody can come to own more than the highest bid of what is bid', () => {
    const rich = Array.from({ length: 10 }, (_, index) => ({ land: index + 1, rewards: [{ resource: 'gold', amount: 150 }] }))
    const above = (count: number, resource: string) => [
      `content: a seat could come to own ${count} ${resource}, and bids end at 9999`,
    ]
    // Start, pair, ten lands and ten mayors in seven rounds; by territories, Florence, Constantinople, a development with
    // twelve mayors, and tithes; and a fifth of 214 points.
    expect(faults({ lands: rich })).toEqual(above(1 + 1 + 10_500 + 70 + 10 + 12 + 6 + 12 + 12 + 42, 'gold'))
    expect(faults({ lands: rich, deck: [LONE_CARD] })).toEqual([])
    const lands = rich.map(({ land }) => ({ land, rewards: [{ resource: 'raw', amount: 150 }] }))
    const bidding = (resource: string, part: object) => ({
      ...giving(part, { kind: 'auction', cost: { pay: resource }, copies: 60 }),
      lands,
    })
    expect(faults(bidding('gold', { gain: 'choice', amount: 99, except: ['gold'] }))).toEqual([])
    expect(faults(bidding('gold', { gain: 'gold', amount: 99 }))).toEqual([])
    // 60 cards of 99 twice over, 4 mayors in 7 rounds, 1 at the start and 1 of a pair; goods are supplied besides.
    const twice = (resource: string) => ({
      lands,
      deck: bidding(resource, {}).deck.map((row) => ({
        ...row,
        effects: [
          { when: 'played', gain: resource, amount: 99 },
          { when: 'played', gain: 'choice', amount: 99 },
        ],
      })),
    })
    expect(faults(twice('gold'))).toEqual(above(60 * 198 + 28 + 2, 'gold'))
    expect(faults(twice('goods'))).toEqual(above(60 * 198 + 28 + 2 + 14, 'goods'))
    expect(faults(twice('combat'))).toEqual(above(60 * 198 + 2, 'combat'))
    expect(faults({ ...twice('combat'), start: [{ resource: 'combat', amount: 999 }] })).toEqual(above(60 * 198 + 1000, 'combat'))
  })

  test('[M60] a fault is a sentence with its place, and words outside the vocabulary are refused', () => {
    const parsed = game.schema.options.safeParse({ content: { deck: [{ ...LONE_CARD, colour: 'pink' }] } })
    expect(parsed.success ? '' : z.prettifyError(parsed.error)).toContain('content.deck[0].colour')
    expect(game.schema.options.parse({})).toEqual({ content: { deck: [], lands: [], start: [] }, firstOrder: 'random' })
  })
})
