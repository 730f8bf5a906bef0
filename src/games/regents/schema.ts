/** Every shape of Régents that goes in or out. */
import { z } from 'zod'
import { LeaveReason, member, placing as placingOf } from '../described.js'
import { Options, ruleSet } from './options.js'
import { card, clan, decision, location, stage, track } from './vocabulary.js'

export { Options }

const seat = z.int().min(0).max(4).describe('Seat number, from 0.')
const owner = z.int().min(0).max(4).describe('Seat number of the owner; in a match of three, 3 is the neutral clan.')
const space = z.int().min(0).max(30).describe('Printed value of a space; 0 is off the track.')
const count = z.int().min(0)
const round = z.int().min(0).max(8).describe('Round, 1 to 8; 0 before round 1.')

const agent = z
  .strictObject({ owner, location: location.describe('Where it stands.') })
  .meta({ id: 'RegentsAgent', description: 'Any one agent of this owner at this location.' })
const step = { from: location.describe('Where it stands.'), to: location.describe('A location that touches it.') }
const target = seat.describe('The opponent.')

export const Move = z.discriminatedUnion('type', [
  member('placeAgent', 'Before round 1: place one of your agents.', { location: location.describe('Where it goes.') }),
  member('moveAgent', 'Action A: move one of your agents to an adjacent location.', step),
  member('moveKing', 'Action B: move King Edward to an adjacent room.', {
    to: location.describe('A room that touches his; never the tower or the rampart.'),
  }),
  member('recruit', 'Action C, once a turn: take a counsellor from the reserve.', {}),
  member('placeCounsellor', 'Action D: place a counsellor that you hold.', {
    location: location.describe('Any location; he counts there until the end of the turn.'),
  }),
  member('spy', 'Action E, once a turn: see a random action card of an opponent.', { target }),
  member('accuse', 'Action F: accuse an opponent of belonging to a clan.', {
    target,
    clan: clan.describe('The clan on one of your accusation tiles.'),
  }),
  member('returnAgent', 'Action G: bring an expelled agent back.', { location: location.describe('Where it goes.') }),
  member('playSuspicion', "Card: expel an opponent's agent.", { target, location: location.describe('Where the agent stands.') }),
  member('playDiplomacy', 'Card: one tie counts as your majority in this scoring.', {}),
  member('playAlliance', 'Card: the king does not block you in this scoring.', {}),
  member('playPrivilege', 'Card: one action moves two of your agents; this is the first.', step),
  member('playInfluence', 'Card: advance two spaces on tracks of your choice.', {}),
  member(
    'playBetrayal',
    'Card: two agents at different locations change places. Leave both out only if all agents stand together.',
    {
      first: agent.optional().describe('One of the two agents, of any owner.'),
      second: agent.optional().describe('The other one, at another location.'),
    },
  ),
  member('revealDomain', 'Free, at any time in your turn: show your domain card; two counsellors enter its room.', {}),
  member('useChip', 'Free, once a turn: spend a privilege chip for one more action.', {}),
  member('endActions', 'End your actions and go on to scoring.', {}),
  member('advance', 'Advance your marker one space.', { track: track.describe('The track of the marker.') }),
  member('setBack', "After a failed accusation: set the accuser's marker back one space.", {
    track: track.describe('The track of the marker.'),
  }),
  member('pushBack', "Rampart: set an opponent's marker back one space.", {
    target,
    track: track.describe('The track of the marker.'),
  }),
  member('moveSecondAgent', 'Privilege: move another agent of yours.', step),
  member('moveNeutral', 'Three seats: move a neutral agent.', step),
  member('nameTie', 'Diplomacy: name the tie that counts as your majority.', {
    location: location.describe('Where the tie is.'),
  }),
  member('scoreLocation', 'Score this majority next.', { location: location.describe('Where the majority is.') }),
  member('decline', 'Do without an optional choice.', {}),
])
export type Move = z.infer<typeof Move>

const placing = placingOf('RegentsPlacing', seat, z.int().describe('Points at the end.'))
const majority = z
  .strictObject({
    location: location.describe('Where the majority is.'),
    spaces: z.int().min(1).max(5).describe('Spaces it is worth: the size of its group of rooms; 1 for tower and rampart.'),
  })
  .meta({ id: 'RegentsMajority', description: 'A majority and the spaces that it is worth.' })
const counsellors = count.max(20)
const spaces = count.max(5)
const tilesLost = z.int().min(1).max(2).describe('Accusation tiles that the accuser has lost by it.')
const actor = seat.describe('The seat that did it.')
const accuser = seat.describe('The accuser.')
const accused = seat.describe('The accused.')
const went = { from: location.describe('Where it was.'), to: location.describe('Where it is now.') }
const there = location.describe('Where.')
const moved = {
  track: track.describe('The track.'),
  fromSpace: space.describe('Value of the space before; 0 is off the track.'),
  toSpace: space.describe('Value of the space now.'),
}
const open = decision.describe('Which choice.')

const shared = [
  member('RulesSettled', 'The switches of this match are recorded: it keeps them.', {
    rules: ruleSet.describe('The switches in force, edition and options taken together.'),
  }),
  member('NeutralJoined', 'Three seats: a neutral clan joins.', {
    clan: clan.describe('Its clan, open to all.'),
    locations: z.array(location).describe('Where its agents stand.'),
  }),
  member('StarterChosen', 'It is known who begins every round.', { seat: seat.describe('The starter.') }),
  member('PlacementTurnBegan', 'A seat must place an agent.', { seat: seat.describe('The seat on turn.') }),
  member('AgentPlaced', 'An agent was placed before round 1.', { seat: actor, location: there }),
  member('RoundBegan', 'A round begins.', { round }),
  member('TurnBegan', 'A turn begins with three actions.', { seat: seat.describe('The seat on turn.') }),
  member('AgentMoved', 'Action A: an agent of the seat moved.', { seat: actor, ...went }),
  member('KingMoved', 'Action B: the king moved.', { seat: actor, ...went }),
  member('CounsellorRecruited', 'Action C: a counsellor was taken from the reserve.', { seat: actor }),
  member('CounsellorPlaced', 'Action D: a counsellor was placed.', { seat: actor, location: there }),
  member('AccusationUpheld', 'The tile was right: the clan lies open, the hand is discarded.', {
    seat: accuser,
    target: accused,
    clan: clan.describe('The clan of the accused.'),
    discarded: z.array(card).describe('The hand that is put away.'),
    counsellors: counsellors.describe('Counsellors the accuser gets: 1, or 0 if the reserve is empty.'),
  }),
  member('AgentReturned', 'Action G: an expelled agent came back.', { seat: actor, location: there }),
  member('CardPlayed', 'An action card was played: its owner is not of the clan that lacks it.', {
    seat: actor,
    card: card.describe('The card.'),
  }),
  member('LastCardPlayed', 'It was the fifth card, so all know the clan; two spaces follow.', {
    seat: actor,
    clan: clan.describe('The clan of the seat.'),
  }),
  member('AgentExpelled', 'Suspicion: an agent was put outside the castle.', { seat: actor, target, location: there }),
  member('AgentsSwapped', 'Betrayal: two agents changed places.', {
    seat: actor,
    first: agent.describe('One agent, where it stood before.'),
    second: agent.describe('The other one, where it stood before.'),
  }),
  member('SecondAgentMoved', 'Privilege: the second agent moved.', { seat: actor, ...went }),
  member('DomainRevealed', 'A domain card was shown.', {
    seat: seat.describe('Its owner.'),
    domain: track.describe('The domain.'),
    counsellors: counsellors.describe('Counsellors that entered its room for this turn.'),
  }),
  member('ChipUsed', 'A privilege chip was spent for one more action.', { seat: actor }),
  member('ActionsEnded', 'The actions of a turn are over.', { seat: actor }),
  member('NeutralMoved', 'A neutral agent moved.', { seat: actor, ...went }),
  member('TieNamed', 'Diplomacy: this tie counts as a majority.', { seat: actor, location: there }),
  member('MajoritiesCounted', 'Scoring begins: these are the majorities of the seat.', {
    seat: seat.describe('The seat on turn.'),
    majorities: z.array(majority).describe('All of them, each with its spaces.'),
  }),
  member('LocationScored', 'A majority was scored.', {
    seat: actor,
    location: there,
    spaces: spaces.describe('Spaces it was worth.'),
    lost: spaces.describe('Spaces that could not be made.'),
  }),
  member('ScoringEnded', 'All majorities are scored.', { seat: seat.describe('The seat on turn.') }),
  member('ChoiceOpened', 'A seat must choose before play goes on.', {
    seat: seat.describe('The seat that chooses.'),
    decision: open,
    spaces: spaces.describe('Spaces to be chosen, one at a time; 0 where none are.'),
    movedTo: location.nullable().describe('Privilege: where the first agent went; null for other choices.'),
  }),
  member('ChoiceDeclined', 'A seat did without an optional choice.', { seat: actor, decision: open }),
  member('SpacesLost', 'Spaces of a choice lapsed: no marker could make them.', {
    seat: seat.describe('The seat that had the choice.'),
    decision: open,
    spaces: spaces.describe('How many.'),
  }),
  member('MarkerAdvanced', 'A marker went forward.', { seat: seat.describe('Whose marker.'), ...moved }),
  member('MarkerSetBack', 'A marker went back.', { seat: seat.describe('Whose marker.'), ...moved }),
  member('ChipTaken', 'A seat was first on a threshold and took its chip.', {
    seat: actor,
    track: track.describe('The track.'),
    space: space.describe('The threshold: 4, 10 or 24.'),
  }),
  member('TurnEnded', 'A turn is over; counsellors in the castle are back in the reserve.', {
    seat: seat.describe('Whose turn it was.'),
  }),
  member('CounsellorsGranted', 'After round 4: counsellors for tracks led alone.', {
    seat: seat.describe('Who gets them.'),
    counsellors: counsellors.describe('How many.'),
  }),
  member('SeatLeft', 'A seat left the match.', {
    seat: seat.describe('The seat that left.'),
    reason: LeaveReason.describe('Why it left.'),
  }),
  member('SeatScored', 'The final score of a seat.', {
    seat: seat.describe('Whose score.'),
    trackPoints: count.describe('Values of its five spaces.'),
    leadPoints: count.describe('3 if it is alone ahead on the track of its domain card, else 0.'),
    chipPoints: count.describe('1 for each chip held.'),
    counsellorPoints: count.describe('1 for each counsellor held.'),
    total: count.describe('Their sum.'),
  }),
  member('MatchEnded', 'The match is over.', { places: z.array(placing).describe('Every seat, best place first.') }),
] as const

const SPIED = 'Action E: a seat saw a card of an opponent.'
const ACCUSED = 'Action F: a tile was laid face down before an opponent.'
const FAILED = 'The tile was wrong: the accused has shown another clan, to the accuser alone.'
const between = { seat: accuser, target: accused }
const spies = { seat: seat.describe('The spy.'), target: seat.describe('Whose card was seen.') }
const receiver = seat.describe('The seat that received it.')

export const Event = z.discriminatedUnion('type', [
  ...shared,
  member('ClanDealt', 'A seat was given its clan.', { seat: receiver, clan: clan.describe('The clan.') }),
  member('DomainDealt', 'A seat was given its domain card.', { seat: receiver, domain: track.describe('The domain.') }),
  member('SpiedOn', SPIED, { ...spies, card: card.describe('The card that was seen.') }),
  member('AccusationMade', ACCUSED, { ...between, tile: clan.describe('The clan on the tile.') }),
  member('AccusationFailed', FAILED, {
    ...between,
    tile: clan.describe('The clan on the tile.'),
    clan: clan.describe('The clan that was shown.'),
    tilesLost,
  }),
])
export type Event = z.infer<typeof Event>

export const Notice = z
  .discriminatedUnion('type', [
    ...shared,
    member('ClanDealt', 'A seat was given its clan.', {
      seat: receiver,
      secretClan: clan.nullable().describe('Your own clan; null for that of others.'),
    }),
    member('DomainDealt', 'A seat was given its domain card.', {
      seat: receiver,
      secretDomain: track.nullable().describe('Your own domain card; null for that of others.'),
    }),
    member('SpiedOn', SPIED, {
      ...spies,
      secretCard: card.nullable().describe('The card, for the spy and its owner; null for others.'),
    }),
    member('AccusationMade', ACCUSED, {
      ...between,
      secretTile: clan.nullable().describe('The tile, for accuser and accused; null for others.'),
    }),
    member('AccusationFailed', FAILED, {
      ...between,
      secretTile: clan.nullable().describe('The tile, for accuser and accused; null for others.'),
      secretClan: clan.nullable().describe('The clan shown, for accuser and accused; null for others.'),
      tilesLost,
    }),
  ])
  .describe('Something that happened in a match of Régents, as one viewer may know it.')
export type Notice = z.infer<typeof Notice>

const agentCount = z
  .strictObject({ location: there, count: z.int().min(1).describe('How many.') })
  .meta({ id: 'RegentsPieces', description: 'Pieces at a location.' })
const marker = z
  .strictObject({ track: track.describe('The track.'), space })
  .meta({ id: 'RegentsMarker', description: 'Where a marker stands.' })
const player = z
  .strictObject({
    seat,
    left: z.boolean().describe('Whether it has left the match.'),
    markers: z.array(marker).length(5).describe('Its five markers, in the order of the tracks.'),
    agents: z.array(agentCount).describe('Its agents in the castle; locations without any are left out.'),
    agentsOutside: count.max(4).describe('Agents not yet placed, or expelled.'),
    chips: count.describe('Privilege chips it holds.'),
    counsellors: counsellors.describe('Counsellors it holds, not those in the castle.'),
    played: z.array(card).describe('Action cards played, in order.'),
    discarded: z.array(card).describe('Action cards put away after an upheld accusation.'),
    handCount: count.max(5).describe('Action cards in its hand.'),
    hand: z.array(card).nullable().describe('Null if you have not seen this clan.'),
    clan: clan.nullable().describe('Null if you have not seen the clan card.'),
    clanOpen: z.boolean().describe('True if all have seen it.'),
    possibleClans: z.array(clan).describe('All that fits what you have seen, taken together.'),
    domain: track.nullable().describe('Null if you have not seen the domain card.'),
    domainOpen: z.boolean().describe('True if the domain card has been shown to all.'),
    possibleDomains: z.array(track).describe('All that fits what you have seen.'),
    tileCount: count.max(6).describe('Accusation tiles it still holds.'),
    tiles: z.array(clan).nullable().describe('Accusation tiles still held; your own only, null for others.'),
  })
  .meta({ id: 'RegentsPlayer', description: 'A seat, as far as you may know it.' })
export type PlayerView = z.infer<typeof player>

const neutral = z
  .strictObject({
    clan: clan.describe('Its clan, which no seat has.'),
    agents: z.array(agentCount).describe('Its agents; locations without any are left out.'),
  })
  .meta({ id: 'RegentsNeutral', description: 'The neutral clan of a match of three.' })
const spying = z
  .strictObject({
    round,
    ...spies,
    playedBefore: count.describe('Cards the target had played by then.'),
    card: card.nullable().describe('The card; null if you were neither spy nor target.'),
  })
  .meta({ id: 'RegentsSpying', description: 'Who spied on whom, and the card if you know it.' })
const accusation = z
  .strictObject({
    round,
    ...between,
    upheld: z.boolean().describe('Whether the tile was right.'),
    tilesLost,
    tile: clan.nullable().describe('The clan on the tile; null if you do not know it.'),
  })
  .meta({ id: 'RegentsAccusation', description: 'An accusation, and the tile if you know it.' })
const choice = z
  .strictObject({
    seat: seat.describe('The seat that chooses.'),
    decision: open,
    spaces: spaces.describe('Spaces still to be chosen; 0 where none are.'),
    movedTo: location.nullable().describe('Privilege: where the first agent went; null for other choices.'),
  })
  .meta({ id: 'RegentsChoice', description: 'A choice that must be made before play goes on.' })
const trackChips = z
  .strictObject({ track: track.describe('The track.'), spaces: z.array(space).describe('Thresholds whose chip is still there.') })
  .meta({ id: 'RegentsTrackChips', description: 'Chips that lie on a track.' })
const turn = z
  .strictObject({
    actionsLeft: count.describe('Actions left.'),
    spent: count.describe('Actions spent.'),
    recruited: z.boolean().describe('Whether a counsellor was recruited in this turn.'),
    spied: z.boolean().describe('Whether the seat has spied in this turn.'),
    chipUsed: z.boolean().describe('Whether a chip was spent in this turn.'),
    card: card.nullable().describe('The card played in this turn; null if none was.'),
    lastCardBonus: z.boolean().describe('Two spaces for the last card are still to come.'),
    tie: location.nullable().describe('The tie named for Diplomacy; null if none was.'),
    counsellorsOut: z.array(agentCount).describe('Counsellors of the seat on turn in the castle.'),
    toScore: z.array(majority).describe('Majorities still to be scored.'),
  })
  .meta({ id: 'RegentsTurn', description: 'What has happened in the turn under way.' })

export const View = z
  .strictObject({
    options: Options.describe('What the host chose for this match.'),
    rules: ruleSet.describe('The switches in force, edition and options taken together.'),
    stage: stage.describe('The stage of the match or turn.'),
    round,
    starter: seat.nullable().describe('The seat that begins every round; null before the start.'),
    seatOnTurn: seat
      .nullable()
      .describe('Whose turn it is; null before the start and after the end. See choice for who must choose.'),
    turn: turn.describe('The turn under way.'),
    choice: choice.nullable().describe('The open choice; null if the seat on turn acts or scores freely.'),
    king: location.describe('The room where King Edward is: no majority there without Alliance.'),
    reserve: counsellors.describe('Counsellors in the reserve.'),
    chipsOnTracks: z.array(trackChips).length(5).describe('Chips not yet taken, by track.'),
    chipsSpent: count.describe('Chips that have left the game.'),
    players: z.array(player).describe('Every seat, by number.'),
    neutral: neutral.nullable().describe('The neutral clan; null with four or five seats and before the start.'),
    spyings: z.array(spying).describe('All spyings so far, in order.'),
    accusations: z.array(accusation).describe('All accusations so far, in order.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places, best first; null until the end.'),
  })
  .meta({ id: 'RegentsView', description: 'A match of Régents as one viewer may know it.' })
export type View = z.infer<typeof View>
