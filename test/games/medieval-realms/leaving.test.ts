import { describe, expect, test } from 'vitest'
import type { Event, Notice } from '../../../src/games/medieval-realms/schema.js'
import type { State } from '../../../src/games/medieval-realms/state.js'
import { leave, move, situation, start } from '../../support/scenario.js'
import {
  actions,
  activate,
  awaiting,
  begin,
  bid,
  choose,
  dropOut,
  game,
  leaves,
  of,
  pass,
  pick,
  place,
  placing,
  play,
  playAll,
  playCard,
  player,
  run,
  stock,
  types,
} from './table.js'

const goods = { stock: { goods: 5 } }

describe('while pairs are picked', () => {
  const started = run(begin(4, { firstOrder: 'seats' }), start).state

  test('[M49] a seat on turn is skipped without a pair, one that has yet to pick is passed over', () => {
    const { events, state } = leaves(started, 3)
    expect(types(events)).toEqual(['SeatLeft', 'TurnBegan'])
    expect(awaiting(state)).toEqual([[2, 'pickPair']])
    expect(player(state, 3).pair).toEqual([])
    expect(awaiting(play(leaves(started, 2).state, 3, pick('goods', 'raw')).state)).toEqual([[1, 'pickPair']])
  })

  test('[M49] a pair already picked stays taken', () => {
    const { state } = leaves(play(started, 3, pick('goods', 'raw')).state, 3)
    situation(game, state)
      .when(move(2, pick('raw', 'goods')))
      .thenRefused('PAIR_TAKEN')
  })

  test('[M49] the last one to pick leaves: round 1 begins', () => {
    const { state } = playAll(started, [3, pick('goods', 'raw')], [2, pick('goods', 'gold')], [1, pick('raw', 'gold')])
    expect(leaves(state, 0).events.at(-1)).toEqual({ type: 'RoundBegan', round: 1 })
  })
})

describe('while leaders are placed', () => {
  const three = placing({ players: [goods, goods, goods], fields: { 1: 'market/1' }, starter: 1 })

  test('[M50] when all others have placed, the leaders are revealed without the seat', () => {
    const { state } = playAll(three, [0, place({ generals: [3] })], [2, place({ generals: [4] })])
    const { events, state: after } = leaves(state, 1)
    expect(types(events)).toEqual([
      'SeatLeft',
      'LeadersRevealed',
      'LandsFought',
      'ResourcesProduced',
      'GoodsSupplied',
      'TurnOrderSet',
      'TurnBegan',
    ])
    const [supplied] = of(events, 'GoodsSupplied')
    expect(supplied?.seats).toEqual([0, 2])
    expect(game.describe.notice(supplied as Notice)).toBe('Every seat still playing receives 2 goods.')
    expect(stock(after, 1)).toEqual(stock(three, 1))
  })

  test('[M50] [M51] a committed placement is dropped: it fights for nothing, and nothing waits for it', () => {
    const { state } = play(three, 1, place({ generals: [3], admirals: [3] }))
    const gone = leaves(state, 1).state
    expect(player(gone, 1).placement).toBeNull()
    expect(awaiting(gone)).toEqual([
      [0, 'placeLeaders'],
      [2, 'placeLeaders'],
    ])
    const { events } = playAll(gone, [0, place({ generals: [3], admirals: [2] })], [2, place({ generals: [8], admirals: [8] })])
    expect(of(events, 'LandsFought')[0]?.outcomes.find(({ land }) => land === 3)).toEqual({
      land: 3,
      contenders: [0],
      controller: 0,
    })
  })

  test('[M51] the seat has no place in the turn order, but ties still count from it if it was start player', () => {
    const gone = leaves(three, 1).state
    const idle = place({ generals: [1], admirals: [1], mayors: ['raw', 'raw', 'raw', 'raw'] })
    expect(of(playAll(gone, [0, idle], [2, idle]).events, 'TurnOrderSet')[0]?.order).toEqual([2, 0])
  })

  test('[M51] figures that depend on the number of seats keep the number at the start', () => {
    const five = placing({ players: [goods, goods, goods, goods, goods], fields: { 1: 'market/1' } })
    const gone = leaves(five, 4).state
    expect(types(play(gone, 0, place({ generals: [10], admirals: [9] })).events)).toEqual(['LeadersPlaced'])
    const ended = play(
      actions({
        players: [{ ...goods }, { passed: true }, { passed: true }, { passed: true }, { passed: true }],
        left: [4],
        fields: { 1: 'market/1', 2: 'market/2' },
      }),
      0,
      pass,
    )
    expect(of(ended.events, 'CardsDiscarded')[0]?.cards).toEqual(['market/1'])
    const war = actions({ players: [{ stock: { combat: 5 }, hand: ['war/1'] }, {}, {}, {}, { passed: true }], left: [4] })
    expect(types(play(war, 0, playCard('war/1')).events)[0]).toBe('CardPlayed')
  })
})

describe('while actions are taken', () => {
  const fields = { 1: 'market/1', 2: 'market/2', 3: 'missionary-cyril/1' }

  test('[M52] on turn: the next seat acts; out of turn: nothing else happens', () => {
    const state = actions({ players: [goods, goods, goods], fields })
    expect(leaves(state, 0).events).toEqual([
      { type: 'SeatLeft', seat: 0, reason: 'resigned' },
      { type: 'TurnBegan', seat: 1 },
    ])
    expect(types(leaves(state, 1).events)).toEqual(['SeatLeft'])
    expect(awaiting(play(leaves(state, 1).state, 0, activate(1)).state)).toEqual([[2, 'action']])
  })

  test('[M52] on turn as the last who had not passed: the round ends, and the next one goes on without the seat', () => {
    const state = actions({ players: [goods, { passed: true }, { passed: true }], fields })
    const { events, state: after } = leaves(state, 0)
    expect(types(events)).toContain('RoundEnded')
    expect(awaiting(after).map(([seat]) => seat)).toEqual([1, 2])
  })

  test('[M52] it receives no majority card', () => {
    const state = actions({ players: [goods, { stock: { religion: 9 } }, {}], fields })
    expect(of(play(leaves(state, 1).state, 0, activate(3)).events, 'MajorityDecided')[0]?.receiver).toBe(0)
  })

  test('[M52] it is not asked in auctions', () => {
    const gold = { stock: { gold: 5 } }
    const state = actions({ players: [gold, gold, gold], fields: { 1: 'leader-mayor/1' } })
    expect(awaiting(play(leaves(state, 1).state, 0, activate(1, 1)).state)).toEqual([[2, 'bid']])
  })
})

describe('during an auction', () => {
  const gold = { stock: { gold: 5, goods: 1 } }
  const opened = play(
    actions({ players: [gold, gold, gold], fields: { 1: 'leader-mayor/1', 2: 'market/1' } }),
    0,
    activate(1, 2),
  ).state

  test('[M53] a seat that must speak is out, and the next one speaks', () => {
    expect(awaiting(leaves(opened, 1).state)).toEqual([[2, 'bid']])
  })

  test('[M53] the last one against the high bid leaves: the bidder has won', () => {
    const { state } = play(opened, 1, dropOut)
    expect(of(leaves(state, 2).events, 'AuctionWon')[0]).toMatchObject({ seat: 0, amount: 2 })
  })

  test('[M53] a high bid stands: if nobody raises it, the seat that left pays and has the card', () => {
    const { state } = leaves(opened, 0)
    expect(awaiting(state)).toEqual([[1, 'bid']])
    const { events, state: after } = playAll(state, [1, dropOut], [2, dropOut])
    expect(of(events, 'AuctionWon')[0]).toMatchObject({ seat: 0, amount: 2 })
    expect(player(after, 0)).toMatchObject({ stock: { gold: 3 }, leaders: { mayor: 5 }, inPlay: ['leader-mayor/1'] })
    expect(awaiting(after)).toEqual([[1, 'action']])
  })

  test('[M53] a high bid that is raised is forgotten, and its seat is not asked again', () => {
    const { events } = playAll(leaves(opened, 0).state, [1, bid(3)], [2, dropOut])
    expect(of(events, 'SeatDroppedOut')).toEqual([{ type: 'SeatDroppedOut', seat: 2, forced: false }])
    expect(of(events, 'AuctionWon')[0]).toMatchObject({ seat: 1, amount: 3 })
  })

  const bidders = (state: State) => game.view(state, 'referee').auction?.bidders

  test('[M53] who has left is not among the bidders: its high bid alone counts, until it is raised', () => {
    const four = actions({ players: [gold, gold, gold, gold], fields: { 1: 'leader-mayor/1', 2: 'market/1' } })
    const { state: gone } = leaves(play(four, 0, activate(1, 1)).state, 0)
    expect(game.view(gone, 'referee').auction).toMatchObject({ bidder: 0, bid: 1, speaker: 1, bidders: [1, 2, 3] })
    const { state: raised } = play(gone, 1, bid(2))
    expect(game.view(raised, 'referee').auction).toMatchObject({ bidder: 1, bid: 2, speaker: 2, bidders: [1, 2, 3] })
    const { state: back } = playAll(raised, [2, dropOut], [3, bid(3)])
    expect(awaiting(back)).toEqual([[1, 'bid']])
    expect(bidders(leaves(back, 1).state)).toBeUndefined()
  })

  test('[M53] who has left without the high bid is out at once', () => {
    expect(bidders(leaves(opened, 2).state)).toEqual([0, 1])
    expect(bidders(leaves(opened, 1).state)).toEqual([0, 2])
    expect(bidders(leaves(play(opened, 1, bid(3)).state, 0).state)).toEqual([1, 2])
  })

  test('[M53] the last seat that could raise may leave, or raise and win at once', () => {
    const four = actions({ players: [gold, gold, gold, gold], fields: { 1: 'leader-mayor/1', 2: 'market/1' } })
    const { state } = playAll(leaves(play(four, 0, activate(1, 1)).state, 0).state, [1, dropOut], [2, dropOut])
    expect(awaiting(state)).toEqual([[3, 'bid']])
    expect(of(leaves(state, 3).events, 'AuctionWon')[0]).toMatchObject({ seat: 0, amount: 1 })
    expect(of(play(state, 3, bid(2)).events, 'AuctionWon')[0]).toMatchObject({ seat: 3, amount: 2 })
  })

  test('[M53] a log in which such a seat dropped out by an event of its own comes to the same end', () => {
    const now = playAll(leaves(opened, 0).state, [1, bid(3)], [2, dropOut])
    const then = now.events.flatMap((event): Event[] =>
      event.type === 'AuctionWon' ? [{ type: 'SeatDroppedOut', seat: 0, forced: true }, event] : [event],
    )
    expect(then.reduce(game.evolve, leaves(opened, 0).state)).toEqual(now.state)
  })

  test('[M53] [M54] points of a card that the seat wins after leaving bring no bonus', () => {
    const state = actions({
      players: [{ ...gold, inPlay: ['city-florence/1'], points: 4 }, gold, gold],
      fields: { 1: 'leader-mayor/1', 2: 'market/1' },
    })
    const { events, state: after } = playAll(leaves(play(state, 0, activate(1, 2)).state, 0).state, [1, dropOut], [2, dropOut])
    expect(player(after, 0).points).toBe(5)
    expect(of(events, 'ChoiceOffered')).toEqual([])
    expect(awaiting(after)).toEqual([[1, 'action']])
  })
})

describe('with a choice open', () => {
  test('[M54] the markers not yet chosen are lost, and play goes on', () => {
    const state = actions({
      players: [{ stock: { religion: 5 }, hand: ['tithe/1'], points: 4 }, goods, goods],
      fields: { 1: 'market/1' },
    })
    const { state: open } = play(state, 0, playCard('tithe/1'))
    const { state: after } = leaves(open, 0)
    expect(after.choices).toBeNull()
    expect(awaiting(after)).toEqual([[1, 'action']])
  })

  test('[M54] somebody else leaving does not touch it', () => {
    const state = actions({ players: [{ stock: { culture: 5 }, hand: ['gallery/1'] }, goods, goods], fields: { 1: 'market/1' } })
    const { state: open } = play(state, 0, playCard('gallery/1'))
    const { state: after } = leaves(open, 1)
    expect(awaiting(after)).toEqual([[0, 'chooseBonus']])
    expect(awaiting(play(after, 0, choose('gold')).state)).toEqual([[2, 'action']])
  })

  test('[M54] the acting seat may leave while another chooses', () => {
    const state = actions({
      players: [{ stock: { gold: 2 } }, goods, { stock: { gold: 5 }, inPlay: ['city-florence/1'], points: 4 }],
      fields: { 1: 'leader-mayor/1', 2: 'market/1' },
    })
    const { state: won } = playAll(state, [0, activate(1, 2)], [2, bid(3)])
    const { state: after } = leaves(won, 0)
    expect(awaiting(after)).toEqual([[2, 'chooseBonus']])
    expect(awaiting(play(after, 2, choose('gold')).state)).toEqual([[1, 'action']])
  })
})

describe('at the end', () => {
  test('[M55] who left ranks behind all who stayed, the earlier the lower, with the points of the track alone', () => {
    const rich = { points: 30, inPlay: ['market/1'], stock: { gold: 9 }, passed: true }
    const state = actions({
      players: [{ points: 1 }, rich, { points: 2, passed: true }, { ...rich, inPlay: ['market/2'] }],
      left: [1, 3],
      round: 7,
    })
    const { events, state: after } = play(state, 0, pass)
    expect(of(events, 'SeatScored').map(({ seat }) => seat)).toEqual([0, 2])
    expect(game.phase(after).over).toEqual([
      { seat: 2, place: 1, score: 2 },
      { seat: 0, place: 2, score: 1 },
      { seat: 3, place: 3, score: 30 },
      { seat: 1, place: 4, score: 30 },
    ])
  })

  test('[M55] when one seat is left the match ends at once, and its end is scored', () => {
    const state = actions({
      players: [{ inPlay: ['market/1'], stock: { gold: 3 } }, { points: 50 }],
      round: 3,
      fields: { 1: 'war/1' },
    })
    const { events, state: after } = leaves(state, 1)
    expect(types(events)).toEqual(['SeatLeft', 'SeatScored', 'MatchEnded'])
    expect(game.phase(after)).toEqual({
      awaiting: [],
      over: [
        { seat: 0, place: 1, score: 2 },
        { seat: 1, place: 2, score: 50 },
      ],
    })
  })

  const cardsOf = (state: State): string[] => {
    const { fields, coming, deck, discarded, players } = game.view(state, 'referee')
    const onFields = fields.flatMap(({ card }) => card ?? [])
    return [...onFields, ...coming, ...deck, ...discarded, ...players.flatMap(({ hand, inPlay }) => [...hand, ...inPlay])]
  }

  test.each([
    ['the opener', 0],
    ['the other seat', 1],
  ])('[M55] an auction under way is off when %s of two leaves: nobody pays, and the card is discarded', (_, leaver) => {
    const gold = { stock: { gold: 4 } }
    const state = play(actions({ players: [gold, gold], fields: { 1: 'leader-mayor/1' } }), 0, activate(1, 1)).state
    const { events, state: after } = leaves(state, leaver)
    expect(types(events)).toEqual(['SeatLeft', 'CardsDiscarded', 'SeatScored', 'MatchEnded'])
    expect(after).toMatchObject({ auction: null, discarded: ['leader-mayor/1'] })
    expect([stock(after, 0).gold, stock(after, 1).gold]).toEqual([4, 4])
    expect(cardsOf(after).toSorted()).toEqual(begin(2).deck.toSorted())
    expect(game.phase(after).over?.[0]).toEqual({ seat: 1 - leaver, place: 1, score: 2 })
  })

  test('[M55] markers that the last seat had yet to choose are lost', () => {
    const tithe = { stock: { religion: 5 }, hand: ['tithe/1'], points: 4 }
    const { state: open } = play(actions({ players: [tithe, goods] }), 0, playCard('tithe/1'))
    const { events, state: after } = leaves(open, 1)
    expect(types(events)).toEqual(['SeatLeft', 'SeatScored', 'MatchEnded'])
    expect(after).toMatchObject({ choices: null, places: [{ seat: 0, score: 6 }, { seat: 1 }] })
  })

  test('[M55] a seat that has left may do nothing more', () => {
    const state = leaves(actions({ players: [goods, goods, goods], fields: { 1: 'market/1' } }), 0).state
    for (const command of [move(0, pass), leave(0)]) situation(game, state).when(command).thenRefused('SEAT_HAS_LEFT')
  })
})
