/** Every shape of Régents that goes in or out. */
import { z } from 'zod'
import { LeaveReason } from '../seating.js'
import { CARDS, CLANS, EDITION_NAMES, LOCATIONS, MAPS, SWITCHES, TRACKS } from './content.js'

const seat = z.int().min(0).max(4).describe('Seat number, from 0.')
const owner = z.int().min(0).max(4).describe('Seat number of the owner; in a match of three, 3 is the neutral clan.')
const location = z.enum(LOCATIONS).meta({ id: 'RegentsLocation', description: 'A room of the castle, the tower or the rampart.' })
const track = z.enum(TRACKS).meta({ id: 'RegentsTrack', description: 'An influence track, or the domain card of the same name.' })
const clan = z.enum(CLANS).meta({ id: 'RegentsClan' })
const card = z.enum(CARDS).meta({ id: 'RegentsCard', description: 'An action card.' })
const space = z.int().min(0).max(30).describe('Printed value of a space; 0 is off the track.')
const count = z.int().min(0)
const round = z.int().min(0).max(8).describe('0 before round 1.')

/** Names of the choices a seat can be awaited for. */
export const DECISIONS = [
  'placeAgent',
  'actions',
  'accuserAdvance',
  'influenceAdvance',
  'lastCardAdvance',
  'accusedChoosesLoss',
  'accuserChoosesLoss',
  'privilegeSecondMove',
  'neutralMove',
  'diplomacyLocation',
  'chooseLocation',
  'towerTrack',
  'rampartVictim',
] as const
const decision = z.enum(DECISIONS).meta({ id: 'RegentsDecision' })
export type DecisionName = z.infer<typeof decision>

export const Options = z
  .strictObject({
    edition: z
      .enum(EDITION_NAMES)
      .meta({ id: 'RegentsEdition' })
      .default('en')
      .describe('The printing whose rules are played; sets every switch left at `edition`.'),
    map: z
      .enum(MAPS)
      .meta({ id: 'RegentsMap' })
      .default('hub')
      .describe('Plan of the castle. The printed plan is lost; three plans fit the text.'),
    starter: z.enum(['random', 'seat0']).meta({ id: 'RegentsStarter' }).default('random').describe('Who begins every round.'),
    spying: z
      .enum(['edition', ...SWITCHES.spying])
      .meta({ id: 'RegentsSpyingOption' })
      .default('edition')
      .describe('Whether spying needs agents of both at one location.'),
    thresholdNeeds: z
      .enum(['edition', ...SWITCHES.thresholdNeeds])
      .meta({ id: 'RegentsThresholdNeedsOption' })
      .default('edition')
      .describe('What the other tracks must have done with the threshold before.'),
    thresholdScope: z
      .enum(['edition', ...SWITCHES.thresholdScope])
      .meta({ id: 'RegentsThresholdScopeOption' })
      .default('edition')
      .describe('Whether thresholds hold for every advance or at scoring only.'),
    neutralMove: z
      .enum(['edition', ...SWITCHES.neutralMove])
      .meta({ id: 'RegentsNeutralMoveOption' })
      .default('edition')
      .describe('When a neutral agent is moved (three seats).'),
    placement: z
      .enum(['edition', ...SWITCHES.placement])
      .meta({ id: 'RegentsPlacementOption' })
      .default('edition')
      .describe('Where agents are placed before round 1.'),
    round4: z
      .enum(['edition', ...SWITCHES.round4])
      .meta({ id: 'RegentsRound4Option' })
      .default('edition')
      .describe('Counsellors after round 4: one for each track led alone, or one in all.'),
  })
  .meta({ id: 'RegentsOptions' })
export type Options = z.infer<typeof Options>

const agent = z
  .strictObject({ owner, location })
  .meta({ id: 'RegentsAgent', description: 'Any one agent of this owner at this location.' })
const step = { from: location, to: location }

export const Move = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('placeAgent'), location }).describe('Before round 1: place one of your agents.'),
  z
    .strictObject({ type: z.literal('moveAgent'), ...step })
    .describe('Action A: move one of your agents to an adjacent location.'),
  z.strictObject({ type: z.literal('moveKing'), to: location }).describe('Action B: move King Edward to an adjacent room.'),
  z.strictObject({ type: z.literal('recruit') }).describe('Action C, once a turn: take a counsellor from the reserve.'),
  z.strictObject({ type: z.literal('placeCounsellor'), location }).describe('Action D: place a counsellor that you hold.'),
  z
    .strictObject({ type: z.literal('spy'), target: seat })
    .describe('Action E, once a turn: see a random action card of an opponent.'),
  z
    .strictObject({ type: z.literal('accuse'), target: seat, clan })
    .describe('Action F: accuse an opponent of belonging to a clan.'),
  z.strictObject({ type: z.literal('returnAgent'), location }).describe('Action G: bring an expelled agent back.'),
  z.strictObject({ type: z.literal('playSuspicion'), target: seat, location }).describe("Card: expel an opponent's agent."),
  z.strictObject({ type: z.literal('playDiplomacy') }).describe('Card: one tie counts as your majority in this scoring.'),
  z.strictObject({ type: z.literal('playAlliance') }).describe('Card: the king does not block you in this scoring.'),
  z
    .strictObject({ type: z.literal('playPrivilege'), ...step })
    .describe('Card: one action moves two of your agents; this is the first.'),
  z.strictObject({ type: z.literal('playInfluence') }).describe('Card: advance two spaces on tracks of your choice.'),
  z
    .strictObject({ type: z.literal('playBetrayal'), first: agent.optional(), second: agent.optional() })
    .describe('Card: two agents at different locations change places. Leave both out only if all agents stand together.'),
  z.strictObject({ type: z.literal('revealDomain') }).describe('Free: show your domain card; two counsellors enter its room.'),
  z.strictObject({ type: z.literal('useChip') }).describe('Free, once a turn: spend a privilege chip for one more action.'),
  z.strictObject({ type: z.literal('endActions') }).describe('End your actions and go on to scoring.'),
  z.strictObject({ type: z.literal('advance'), track }).describe('Advance your marker one space.'),
  z
    .strictObject({ type: z.literal('setBack'), track })
    .describe("After a failed accusation: set the accuser's marker back one space."),
  z
    .strictObject({ type: z.literal('pushBack'), target: seat, track })
    .describe("Rampart: set an opponent's marker back one space."),
  z.strictObject({ type: z.literal('moveSecondAgent'), ...step }).describe('Privilege: move another agent of yours.'),
  z.strictObject({ type: z.literal('moveNeutral'), ...step }).describe('Three seats: move a neutral agent.'),
  z.strictObject({ type: z.literal('nameTie'), location }).describe('Diplomacy: name the tie that counts as your majority.'),
  z.strictObject({ type: z.literal('scoreLocation'), location }).describe('Score this majority next.'),
  z.strictObject({ type: z.literal('decline') }).describe('Do without an optional choice.'),
])
export type Move = z.infer<typeof Move>

const placing = z.strictObject({ seat, place: z.int().min(1), score: z.int() }).meta({ id: 'RegentsPlacing' })
const majority = z
  .strictObject({ location, spaces: z.int().min(1).max(5) })
  .meta({ id: 'RegentsMajority', description: 'A majority and the spaces that it is worth.' })
const counsellors = count.max(20)
const spaces = count.max(5)
const tilesLost = z.int().min(1).max(2).describe('Accusation tiles that the accuser has lost by it.')

const shared = [
  z.strictObject({ type: z.literal('NeutralJoined'), clan, locations: z.array(location) }),
  z.strictObject({ type: z.literal('StarterChosen'), seat }),
  z.strictObject({ type: z.literal('PlacementTurnBegan'), seat }),
  z.strictObject({ type: z.literal('AgentPlaced'), seat, location }),
  z.strictObject({ type: z.literal('RoundBegan'), round }),
  z.strictObject({ type: z.literal('TurnBegan'), seat }),
  z.strictObject({ type: z.literal('AgentMoved'), seat, ...step }),
  z.strictObject({ type: z.literal('KingMoved'), seat, ...step }),
  z.strictObject({ type: z.literal('CounsellorRecruited'), seat }),
  z.strictObject({ type: z.literal('CounsellorPlaced'), seat, location }),
  z.strictObject({ type: z.literal('AccusationUpheld'), seat, target: seat, clan, discarded: z.array(card), counsellors }),
  z.strictObject({ type: z.literal('AgentReturned'), seat, location }),
  z.strictObject({ type: z.literal('CardPlayed'), seat, card }),
  z.strictObject({ type: z.literal('LastCardPlayed'), seat, clan }),
  z.strictObject({ type: z.literal('AgentExpelled'), seat, target: seat, location }),
  z.strictObject({ type: z.literal('AgentsSwapped'), seat, first: agent, second: agent }),
  z.strictObject({ type: z.literal('SecondAgentMoved'), seat, ...step }),
  z.strictObject({ type: z.literal('DomainRevealed'), seat, domain: track, counsellors }),
  z.strictObject({ type: z.literal('ChipUsed'), seat }),
  z.strictObject({ type: z.literal('ActionsEnded'), seat }),
  z.strictObject({ type: z.literal('NeutralMoved'), seat, ...step }),
  z.strictObject({ type: z.literal('TieNamed'), seat, location }),
  z.strictObject({ type: z.literal('MajoritiesCounted'), seat, majorities: z.array(majority) }),
  z.strictObject({
    type: z.literal('LocationScored'),
    seat,
    location,
    spaces,
    lost: spaces.describe('Spaces that could not be made.'),
  }),
  z.strictObject({ type: z.literal('ScoringEnded'), seat }),
  z.strictObject({
    type: z.literal('ChoiceOpened'),
    seat,
    decision,
    spaces,
    movedTo: location.nullable().describe('Privilege: where the first agent went.'),
  }),
  z.strictObject({ type: z.literal('ChoiceDeclined'), seat, decision }),
  z.strictObject({ type: z.literal('SpacesLost'), seat, decision, spaces }),
  z.strictObject({ type: z.literal('MarkerAdvanced'), seat, track, fromSpace: space, toSpace: space }),
  z.strictObject({ type: z.literal('MarkerSetBack'), seat, track, fromSpace: space, toSpace: space }),
  z.strictObject({ type: z.literal('ChipTaken'), seat, track, space }),
  z.strictObject({ type: z.literal('TurnEnded'), seat }),
  z.strictObject({ type: z.literal('CounsellorsGranted'), seat, counsellors }),
  z.strictObject({ type: z.literal('SeatLeft'), seat, reason: LeaveReason }),
  z.strictObject({
    type: z.literal('SeatScored'),
    seat,
    trackPoints: count,
    leadPoints: count,
    chipPoints: count,
    counsellorPoints: count,
    total: count,
  }),
  z.strictObject({ type: z.literal('MatchEnded'), places: z.array(placing) }),
] as const

export const Event = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('ClanDealt'), seat, clan }),
  z.strictObject({ type: z.literal('DomainDealt'), seat, domain: track }),
  z.strictObject({ type: z.literal('SpiedOn'), seat, target: seat, card }),
  z.strictObject({ type: z.literal('AccusationMade'), seat, target: seat, tile: clan }),
  z.strictObject({ type: z.literal('AccusationFailed'), seat, target: seat, tile: clan, clan, tilesLost }),
])
export type Event = z.infer<typeof Event>

export const Notice = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('ClanDealt'), seat, secretClan: clan.nullable().describe('Your own clan.') }),
  z.strictObject({ type: z.literal('DomainDealt'), seat, secretDomain: track.nullable().describe('Your own domain card.') }),
  z.strictObject({
    type: z.literal('SpiedOn'),
    seat,
    target: seat,
    secretCard: card.nullable().describe('The card, for the spy and its owner.'),
  }),
  z.strictObject({
    type: z.literal('AccusationMade'),
    seat,
    target: seat,
    secretTile: clan.nullable().describe('The tile, for accuser and accused.'),
  }),
  z
    .strictObject({
      type: z.literal('AccusationFailed'),
      seat,
      target: seat,
      secretTile: clan.nullable().describe('The tile, for accuser and accused.'),
      secretClan: clan.nullable().describe('The clan shown, for accuser and accused.'),
      tilesLost,
    })
    .describe('The accused has shown another clan, to the accuser alone.'),
])
export type Notice = z.infer<typeof Notice>

const agentCount = z
  .strictObject({ location, count: z.int().min(1) })
  .meta({ id: 'RegentsPieces', description: 'Pieces at a location.' })
const marker = z.strictObject({ track, space }).meta({ id: 'RegentsMarker' })
const player = z
  .strictObject({
    seat,
    left: z.boolean(),
    markers: z.array(marker).length(5),
    agents: z.array(agentCount),
    agentsOutside: count.max(4).describe('Agents not yet placed, or expelled.'),
    chips: count,
    counsellors,
    played: z.array(card).describe('Action cards played, in order.'),
    discarded: z.array(card).describe('Action cards put away after an upheld accusation.'),
    handCount: count.max(5),
    hand: z.array(card).nullable().describe('Null if you have not seen this clan.'),
    clan: clan.nullable().describe('Null if you have not seen the clan card.'),
    clanOpen: z.boolean().describe('True if all have seen it.'),
    possibleClans: z.array(clan).describe('All that fits what you have seen, taken together.'),
    domain: track.nullable().describe('Null if you have not seen the domain card.'),
    domainOpen: z.boolean(),
    possibleDomains: z.array(track).describe('All that fits what you have seen.'),
    tileCount: count.max(6),
    tiles: z.array(clan).nullable().describe('Accusation tiles still held; your own only.'),
  })
  .meta({ id: 'RegentsPlayer' })
export type PlayerView = z.infer<typeof player>

const neutral = z
  .strictObject({ clan, agents: z.array(agentCount) })
  .meta({ id: 'RegentsNeutral', description: 'The neutral clan of a match of three.' })
const spying = z
  .strictObject({
    round,
    seat,
    target: seat,
    playedBefore: count.describe('Cards the target had played by then.'),
    card: card.nullable(),
  })
  .meta({ id: 'RegentsSpying', description: 'Who spied on whom, and the card if you know it.' })
const accusation = z
  .strictObject({ round, seat, target: seat, upheld: z.boolean(), tilesLost, tile: clan.nullable() })
  .meta({ id: 'RegentsAccusation', description: 'An accusation, and the tile if you know it.' })
const choice = z
  .strictObject({ seat, decision, spaces, movedTo: location.nullable() })
  .meta({ id: 'RegentsChoice', description: 'A choice that must be made before play goes on.' })
const trackChips = z.strictObject({ track, spaces: z.array(space) }).meta({ id: 'RegentsTrackChips' })
const ruleSet = z
  .strictObject({
    spying: z.enum(SWITCHES.spying).meta({ id: 'RegentsSpyingRule' }),
    thresholdNeeds: z.enum(SWITCHES.thresholdNeeds).meta({ id: 'RegentsThresholdNeedsRule' }),
    thresholdScope: z.enum(SWITCHES.thresholdScope).meta({ id: 'RegentsThresholdScopeRule' }),
    neutralMove: z.enum(SWITCHES.neutralMove).meta({ id: 'RegentsNeutralMoveRule' }),
    placement: z.enum(SWITCHES.placement).meta({ id: 'RegentsPlacementRule' }),
    round4: z.enum(SWITCHES.round4).meta({ id: 'RegentsRound4Rule' }),
  })
  .meta({ id: 'RegentsRules', description: 'The switches in force.' })

/** Where the match stands: `counting` and `cleanup` are met only while a neutral agent or a tie is being chosen. */
export const STAGES = ['setup', 'placement', 'actions', 'counting', 'scoring', 'cleanup'] as const
const turn = z
  .strictObject({
    actionsLeft: count,
    spent: count.describe('Actions spent.'),
    recruited: z.boolean(),
    spied: z.boolean(),
    chipUsed: z.boolean(),
    card: card.nullable().describe('The card played in this turn.'),
    lastCardBonus: z.boolean().describe('Two spaces for the last card are still to come.'),
    tie: location.nullable().describe('The tie named for Diplomacy.'),
    counsellorsOut: z.array(agentCount).describe('Counsellors of the seat on turn in the castle.'),
    toScore: z.array(majority).describe('Majorities still to be scored.'),
  })
  .meta({ id: 'RegentsTurn' })

export const View = z
  .strictObject({
    options: Options,
    rules: ruleSet,
    stage: z.enum(STAGES).meta({ id: 'RegentsStage' }),
    round,
    starter: seat.nullable(),
    seatOnTurn: seat.nullable(),
    turn,
    choice: choice.nullable(),
    king: location,
    reserve: counsellors,
    chipsOnTracks: z.array(trackChips).length(5),
    chipsSpent: count,
    players: z.array(player),
    neutral: neutral.nullable(),
    spyings: z.array(spying),
    accusations: z.array(accusation),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places.'),
  })
  .meta({ id: 'RegentsView' })
export type View = z.infer<typeof View>
