/** Each move and each notice as one plain sentence. */
import type { OfType } from '../evolving.js'
import type { Card, Clan, Location } from './content.js'
import type { Move, Notice } from './schema.js'
import type { DecisionName } from './vocabulary.js'

type Sentences<Union extends { readonly type: string }> = {
  readonly [Type in Union['type']]: (one: OfType<Union, Type>) => string
}

// In both, the key fits the argument, which TypeScript cannot follow through a union.
export const describeMove = (move: Move): string => (MOVES[move.type] as (move: Move) => string)(move)
export const describeNotice = (notice: Notice): string => (NOTICES[notice.type] as (notice: Notice) => string)(notice)

const PLACE: Record<Location, string> = {
  throne: 'the throne room',
  knights: 'the hall of knights',
  treasure: 'the treasure room',
  chapel: 'the chapel',
  store: 'the store room',
  tower: 'the tower',
  rampart: 'the rampart',
}
const CLAN: Record<Clan, string> = {
  macKintosh: 'MacKintosh',
  macGregor: 'MacGregor',
  macLeod: 'MacLeod',
  campbell: 'Campbell',
  macDuff: 'MacDuff',
  stewart: 'Stewart',
}
const CARD: Record<Card, string> = {
  suspicion: 'Suspicion',
  diplomacy: 'Diplomacy',
  alliance: 'Alliance',
  privilege: 'Privilege',
  influence: 'Influence',
  betrayal: 'Betrayal',
}
const CHOICE: Record<DecisionName, string> = {
  placeAgent: 'place an agent',
  actions: 'act',
  accuserAdvance: 'advance for an upheld accusation',
  influenceAdvance: 'advance for Influence',
  lastCardAdvance: 'advance for the last card',
  accusedChoosesLoss: 'say where the accuser goes back',
  accuserChoosesLoss: 'choose where to go back',
  privilegeSecondMove: 'move a second agent',
  neutralMove: 'move a neutral agent',
  diplomacyLocation: 'name a tie',
  chooseLocation: 'score a majority',
  towerTrack: 'advance a marker for the tower',
  rampartVictim: 'set an opponent back for the rampart',
  chipAtOnce: 'spend a chip at once',
  extraAction: 'make one more action',
}

type Step = { from: Location; to: Location }
const path = ({ from, to }: Step): string => `from ${PLACE[from]} to ${PLACE[to]}`
const agent = ({ owner, location }: { owner: number; location: Location }): string =>
  `the agent of seat ${owner} in ${PLACE[location]}`
const spaces = (count: number): string => (count === 1 ? '1 space' : `${count} spaces`)
const counsellors = (count: number): string => (count === 1 ? '1 counsellor' : `${count} counsellors`)

const MOVES: Sentences<Move> = {
  placeAgent: ({ location }) => `Place an agent in ${PLACE[location]}.`,
  moveAgent: (move) => `Move an agent ${path(move)}.`,
  moveKing: ({ to }) => `Move King Edward to ${PLACE[to]}.`,
  recruit: () => 'Recruit a counsellor.',
  placeCounsellor: ({ location }) => `Place a counsellor in ${PLACE[location]}.`,
  spy: ({ target }) => `Spy on seat ${target}.`,
  accuse: ({ target, clan }) => `Accuse seat ${target} of belonging to clan ${CLAN[clan]}.`,
  returnAgent: ({ location }) => `Bring an expelled agent back to ${PLACE[location]}.`,
  playSuspicion: ({ target, location }) => `Play Suspicion: expel an agent of seat ${target} from ${PLACE[location]}.`,
  playDiplomacy: () => 'Play Diplomacy.',
  playAlliance: () => 'Play Alliance.',
  playPrivilege: (move) => `Play Privilege: move a first agent ${path(move)}.`,
  playInfluence: () => 'Play Influence.',
  playBetrayal: ({ first, second }) =>
    first && second ? `Play Betrayal: ${agent(first)} and ${agent(second)} change places.` : 'Play Betrayal without effect.',
  revealDomain: () => 'Reveal the domain card.',
  useChip: () => 'Spend a privilege chip for one more action.',
  endActions: () => 'End the actions and score.',
  advance: ({ track }) => `Advance one space on ${track}.`,
  setBack: ({ track }) => `Set the accuser back one space on ${track}.`,
  pushBack: ({ target, track }) => `Set seat ${target} back one space on ${track}.`,
  moveSecondAgent: (move) => `Move a second agent ${path(move)}.`,
  moveNeutral: (move) => `Move a neutral agent ${path(move)}.`,
  nameTie: ({ location }) => `Count the tie in ${PLACE[location]} as a majority.`,
  scoreLocation: ({ location }) => `Score ${PLACE[location]}.`,
  decline: () => 'Decline.',
}

const NOTICES: Sentences<Notice> = {
  RulesSettled: ({ rules }) =>
    `The rules of this match: ${Object.entries(rules)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}.`,
  ClanDealt: ({ seat, secretClan }) => `Seat ${seat} gets a clan card${secretClan ? `: ${CLAN[secretClan]}` : ''}.`,
  DomainDealt: ({ seat, secretDomain }) => `Seat ${seat} gets a domain card${secretDomain ? `: ${secretDomain}` : ''}.`,
  NeutralJoined: ({ clan, locations }) =>
    `The neutral clan is ${CLAN[clan]}; its agents stand in ${locations.map((one) => PLACE[one]).join(', ')}.`,
  StarterChosen: ({ seat }) => `Seat ${seat} begins every round.`,
  PlacementTurnBegan: ({ seat }) => `Seat ${seat} is to place an agent.`,
  AgentPlaced: ({ seat, location }) => `Seat ${seat} places an agent in ${PLACE[location]}.`,
  RoundBegan: ({ round }) => `Round ${round} begins.`,
  TurnBegan: ({ seat }) => `It is the turn of seat ${seat}.`,
  AgentMoved: (notice) => `Seat ${notice.seat} moves an agent ${path(notice)}.`,
  KingMoved: (notice) => `Seat ${notice.seat} moves King Edward ${path(notice)}.`,
  CounsellorRecruited: ({ seat }) => `Seat ${seat} recruits a counsellor.`,
  CounsellorPlaced: ({ seat, location }) => `Seat ${seat} places a counsellor in ${PLACE[location]}.`,
  SpiedOn: ({ seat, target, secretCard }) =>
    `Seat ${seat} spies on seat ${target}${secretCard ? ` and sees ${CARD[secretCard]}` : ''}.`,
  AccusationMade: ({ seat, target, secretTile }) =>
    `Seat ${seat} accuses seat ${target}${secretTile ? ` of belonging to clan ${CLAN[secretTile]}` : ''}.`,
  AccusationUpheld: ({ target, clan, counsellors: gained }) =>
    `The accusation is right: seat ${target} is ${CLAN[clan]} and discards its hand; the accuser gets ${counsellors(gained)}.`,
  AccusationFailed: ({ seat, target, secretClan, tilesLost }) =>
    `The accusation is wrong${secretClan ? `: seat ${target} is ${CLAN[secretClan]}` : ''}; seat ${seat} loses ${tilesLost} of its tiles.`,
  AgentReturned: ({ seat, location }) => `Seat ${seat} brings an agent back to ${PLACE[location]}.`,
  CardPlayed: ({ seat, card }) => `Seat ${seat} plays ${CARD[card]}.`,
  LastCardPlayed: ({ seat, clan }) => `It was the last card of seat ${seat}, who is thus known to be ${CLAN[clan]}.`,
  AgentExpelled: ({ target, location }) => `An agent of seat ${target} is expelled from ${PLACE[location]}.`,
  AgentsSwapped: ({ first, second }) => `Betrayal: ${agent(first)} and ${agent(second)} change places.`,
  SecondAgentMoved: (notice) => `Seat ${notice.seat} moves a second agent ${path(notice)}.`,
  DomainRevealed: ({ seat, domain, counsellors: placed }) =>
    `Seat ${seat} shows its domain card, ${domain}${placed > 0 ? `: ${counsellors(placed)} in its room` : ''}.`,
  ChipUsed: ({ seat }) => `Seat ${seat} spends a privilege chip for one more action.`,
  ActionsEnded: ({ seat }) => `Seat ${seat} has ended its actions.`,
  NeutralMoved: (notice) => `Seat ${notice.seat} moves a neutral agent ${path(notice)}.`,
  TieNamed: ({ seat, location }) => `Seat ${seat} counts the tie in ${PLACE[location]} as its majority.`,
  MajoritiesCounted: ({ seat, majorities }) =>
    majorities.length === 0
      ? `Seat ${seat} has no majority.`
      : `Seat ${seat} has the majority in ${majorities.map(({ location }) => PLACE[location]).join(', ')}.`,
  LocationScored: ({ seat, location, spaces: worth, lost }) =>
    `Seat ${seat} scores ${PLACE[location]}, worth ${spaces(worth)}${lost > 0 ? `, of which ${lost} cannot be made` : ''}.`,
  ScoringEnded: ({ seat }) => `The scoring of seat ${seat} is over.`,
  ChoiceOpened: ({ seat, decision }) => `Seat ${seat} is to ${CHOICE[decision]}.`,
  ChoiceDeclined: ({ seat, decision }) => `Seat ${seat} does not choose to ${CHOICE[decision]}.`,
  SpacesLost: ({ seat, decision, spaces: lost }) =>
    `Seat ${seat} cannot ${CHOICE[decision]} any more${lost > 0 ? `: ${spaces(lost)} lapse` : ''}.`,
  MarkerAdvanced: ({ seat, track, fromSpace, toSpace }) => `Seat ${seat} advances on ${track} from ${fromSpace} to ${toSpace}.`,
  MarkerSetBack: ({ seat, track, fromSpace, toSpace }) => `Seat ${seat} goes back on ${track} from ${fromSpace} to ${toSpace}.`,
  ChipTaken: ({ seat, track, space }) => `Seat ${seat} takes the privilege chip on space ${space} of ${track}.`,
  TurnEnded: ({ seat }) => `The turn of seat ${seat} is over.`,
  CounsellorsGranted: ({ seat, counsellors: gained }) => `Seat ${seat} leads alone and gets ${counsellors(gained)}.`,
  SeatLeft: ({ seat, reason }) => `Seat ${seat} leaves the match (${reason}).`,
  SeatScored: ({ seat, trackPoints, leadPoints, chipPoints, counsellorPoints, total }) =>
    `Seat ${seat} has ${total} points: ${trackPoints} on the tracks, ${leadPoints} for its domain, ${chipPoints} for chips, ${counsellorPoints} for counsellors.`,
  MatchEnded: ({ places }) =>
    `The match is over: ${places.map(({ seat, place, score }) => `seat ${seat} is number ${place} with ${score} points`).join(', ')}.`,
}
