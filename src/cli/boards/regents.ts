/** The board of Régents: who stands where in the castle, and how far everybody has come on the tracks. */
import { registered } from '../../games/registry.js'
import { capital, inColumns, wrapped } from '../play/layout.js'
import { type Draw, heading, type Sheet, seatName, shortSeat, type ViewOf } from './sheet.js'

type View = ViewOf<'regents'>
type Player = View['players'][number]
type Location = View['king']

const { locations, maps, rounds } = registered.regents.content

export const drawRegents: Draw<View> = (view, sheet) => [
  heading(sheet, `Régents, round ${view.round} of ${rounds}`, turnOf(view), `${view.reserve} counsellors in reserve`),
  ...castle(view, sheet),
  '',
  ...tracks(view, sheet),
  '',
  ...inColumns([POSSESSIONS, ...view.players.map((player) => possessions(player, sheet))]),
  ...secrets(view, sheet),
]

function turnOf({ stage, turn, seatOnTurn }: View): string {
  if (seatOnTurn === null) return stage
  return stage === 'actions' ? `actions: ${turn.actionsLeft} left` : stage
}

/** A row for each location: agents by owner, counsellors of the seat on turn, and where one can go from there. */
function castle(view: View, sheet: Sheet): string[] {
  const { ink } = sheet
  const owners = view.players.map(({ seat }) => shortSeat(sheet, seat))
  const neutral = view.neutral ? [ink('dim', 'neutr.')] : []
  const counsellors = view.turn.counsellorsOut.length > 0 ? ['couns.'] : []
  const head = [ink('bold', 'Castle'), 'track', ...owners, ...neutral, ...counsellors, 'touches']
  return inColumns([head, ...locations.map(({ location, track }) => locationRow(view, location, track, ink('bold', 'K')))])
}

function locationRow(
  { players, neutral, turn, king, options }: View,
  location: Location,
  track: string | null,
  crown: string,
): string[] {
  const at = (pieces: readonly { location: Location; count: number }[]) =>
    `${pieces.find((one) => one.location === location)?.count ?? '.'}`
  const touches = maps.find(({ map }) => map === options.map)?.locations.find((one) => one.location === location)?.touches ?? []
  return [
    `${location === king ? crown : ' '} ${location}`,
    track ?? '-',
    ...players.map(({ agents }) => at(agents)),
    ...(neutral ? [at(neutral.agents)] : []),
    ...(turn.counsellorsOut.length > 0 ? [at(turn.counsellorsOut)] : []),
    touches.join(' '),
  ]
}

function tracks({ players, chipsOnTracks }: View, sheet: Sheet): string[] {
  const names = players[0]?.markers.map(({ track }) => track) ?? []
  const chips = names.map((name) => chipsOnTracks.find(({ track }) => track === name)?.spaces.join(' ') || '-')
  return inColumns([
    [sheet.ink('bold', 'Tracks'), ...names],
    ...players.map(({ seat, markers }) => [seatName(sheet, seat), ...markers.map(({ space }) => `${space}`)]),
    [sheet.ink('dim', 'chips at'), ...chips],
  ])
}

const POSSESSIONS = ['', 'chips', 'couns.', 'cards', 'tiles', 'out', 'clan', 'domain']

function possessions(player: Player, sheet: Sheet): string[] {
  const { seat, chips, counsellors, handCount, agentsOutside, tileCount } = player
  return [
    `${seatName(sheet, seat)}${player.left ? ' (left)' : ''}`,
    `${chips}`,
    `${counsellors}`,
    `${handCount}`,
    `${tileCount}`,
    `${agentsOutside}`,
    known(player.clan, player.clanOpen, player.possibleClans),
    known(player.domain, player.domainOpen, player.possibleDomains),
  ]
}

/** What you know of a secret: itself, or how many it may still be. */
function known(value: string | null, isOpen: boolean, possible: readonly string[]): string {
  if (value !== null) return `${capital(value)}${isOpen ? '' : '*'}`
  return `one of ${possible.length}`
}

function secrets({ players, spyings }: View, { ink, width, seat: own }: Sheet): string[] {
  const me = players.find(({ seat }) => seat === own)
  const seen = spyings.filter(({ seat, card }) => seat === own && card !== null)
  const spied = seen.map(({ target, card }) => `seat ${target} had ${capital(card ?? '')}`)
  return [
    ...(me?.hand ? [`${ink('bold', 'Your cards:')} ${me.hand.map(capital).join(', ') || 'none'}`] : []),
    ...(me?.tiles ? [`${ink('bold', 'Your tiles:')} ${me.tiles.map(capital).join(', ') || 'none'}`] : []),
    ...guesses(players),
    ...(spied.length > 0 ? [`${ink('bold', 'You have spied:')} ${spied.join(', ')}`] : []),
    ink('dim', 'K: King Edward. out: agents outside. * not open to all.'),
  ].flatMap((line) => wrapped(line, width, 2))
}

const FEW = 3

/** What is left of the secrets of others, once that is little enough to be said. */
const guesses = (players: readonly Player[]): string[] =>
  players.flatMap(({ seat, clan, domain, possibleClans, possibleDomains }) => {
    const clans = clan === null && possibleClans.length <= FEW ? [`of clan ${possibleClans.map(capital).join(' or ')}`] : []
    const domains = domain === null && possibleDomains.length <= FEW ? [`for ${possibleDomains.join(' or ')}`] : []
    const known = [...clans, ...domains]
    return known.length > 0 ? [`Seat ${seat} is ${known.join(' and ')}.`] : []
  })
