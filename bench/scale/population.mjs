/**
 * Who has played what. Nine in ten matches are over; the others are among the newest three in ten, some of them open with free seats. Most players have a few matches and
 * some have hundreds. Four have the same part whatever the size, so that what is measured of them can be compared: a light one with a dozen matches, a heavy one
 * with thousands, a bot that has been in every twentieth match, and guests who have not played yet.
 */
import { createHash } from 'node:crypto'
import { seededStream } from '../../dist/dice/seeded.js'

const YEAR = 365 * 24 * 3600_000
const HOUR = 3600_000
const GUESTS = 20
/** Of each of the known players. */
const RUNNING_OF_KNOWN = 20
const CLOCK = { kind: 'decision', seconds: 60 * 24 * 3600, increment: 0, onExpiry: 'leave', absence: false }

const digest = (...parts) => createHash('sha256').update(parts.join(' ')).digest()

function uuid(bytes) {
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A player by number, with a token that follows from it. */
export function playerOf(number) {
  const token = `chy_${digest('scale token', number).toString('base64url')}`
  return { number, id: uuid(digest('scale player', number)), name: `Player ${number}`, token }
}

export const LIGHT = 0
export const HEAVY = 1
export const EVERYWHERE = 2
const FIRST_GUEST = 3
const FIRST_OF_CROWD = FIRST_GUEST + GUESTS
export const guests = Array.from({ length: GUESTS }, (_, index) => FIRST_GUEST + index)

export const playersIn = (matches) => Math.max(200, Math.round(matches / 10))

const OPEN = 1
const RUNNING = 2
const STATUS = ['over', 'open', 'running']

function statuses(matches) {
  const kinds = new Uint8Array(matches)
  const unfinished = Array.from(kinds, (_, index) => index).filter((index) => index >= matches * 0.7 && index % 3 === 0)
  const open = Math.max(Math.round(unfinished.length * 0.6 * Math.min(1, 1000 / matches)), Math.round(matches / 200))
  unfinished.forEach((index, place) => {
    const step = (places) => Math.floor((places * open) / unfinished.length)
    kinds[index] = step(place + 1) > step(place) ? OPEN : RUNNING
  })
  return kinds
}

/** Which of the known players sit in a match, by its number, and which of their matches it is: those are the same in every size, as far as that goes. */
function knownSeats(kinds) {
  const known = new Map()
  const of = (kind) => Array.from(kinds.keys()).filter((index) => kinds[index] === kind)
  const [over, open, running] = [of(0), of(OPEN), of(RUNNING)]
  const seat = (player, among, count) => {
    for (let place = 0; place < Math.min(count, among.length); place++) {
      const index = among[Math.floor(((place + (player + 1) / 5) * among.length) / count)]
      known.set(index, { players: [...(known.get(index)?.players ?? []), player], place })
    }
  }
  seat(LIGHT, over, 9)
  seat(LIGHT, running, 2)
  seat(LIGHT, open, 1)
  seat(HEAVY, over, Math.min(5000, Math.floor(kinds.length / 4)))
  seat(HEAVY, running, RUNNING_OF_KNOWN)
  seat(HEAVY, open, 2)
  seat(EVERYWHERE, over, Math.floor(kinds.length / 20))
  seat(EVERYWHERE, running, RUNNING_OF_KNOWN)
  return known
}

/** The matches of a population, oldest first. */
export function* population(matches, played, now) {
  const random = seededStream(matches)
  const kinds = statuses(matches)
  const known = knownSeats(kinds)
  const choice = { over: played.filter(({ places }) => places), running: played.filter(({ places }) => !places) }
  const crowd = playersIn(matches) - FIRST_OF_CROWD
  const oneOf = (list) => list[Math.floor(random() * list.length)]
  const anybody = () => FIRST_OF_CROWD + Math.floor(crowd * random() ** 1.5)
  for (let index = 0; index < matches; index++) {
    const status = STATUS[kinds[index]]
    const among = known.get(index)
    const match = oneOf(ofGame(choice[status === 'over' ? 'over' : 'running'], among))
    const createdAt = Math.floor(now - (YEAR * (matches - index)) / matches)
    yield {
      id: uuid(digest('scale match', matches, index)),
      status,
      played: match,
      players: seated(match, status, among, anybody, random).map((one) => (one === null ? null : playerOf(one).id)),
      clock: random() < 0.2 ? CLOCK : null,
      visibility: !among && random() < 0.1 ? 'private' : 'public',
      createdAt,
      moments: momentsOf(status, createdAt, match.entries.length, now, random),
    }
  }
}

/** Known players play one game after the other. */
function ofGame(choice, among) {
  if (!among) return choice
  const games = [...new Set(choice.map(({ game }) => game))]
  return choice.filter(({ game }) => game === games[among.place % games.length])
}

/** Numbers of players by seat. Those that are known come first, and every other match of theirs waits for them. */
function seated({ seats, entries }, status, among, anybody, random) {
  const awaited = entries.at(-1).awaiting[0]?.seat ?? 0
  const free = status === 'open' ? 1 + Math.floor(random() * (seats - 1)) : 0
  const sitting = new Set(among?.players)
  while (sitting.size < seats - free) sitting.add(anybody())
  const [first, ...others] = sitting
  const isAwaited = among ? among.place % 2 === 0 : random() < 0.5
  const at = status === 'open' ? 0 : isAwaited ? awaited : (awaited + 1) % seats
  return Array.from({ length: seats }, (_, seat) => (seat === at ? first : (others.pop() ?? null)))
}

/** In order, whole milliseconds, none before the match was made or after now; the newest entry of a running match is of the last ten days. */
function momentsOf(status, createdAt, entries, now, random) {
  const age = now - createdAt
  const last = status === 'over' ? createdAt + Math.min(age, 6 * HOUR * entries) : now - Math.min(age, 240 * HOUR) * random()
  const step = Math.min(HOUR, (last - createdAt) / entries)
  return Array.from({ length: entries }, (_, index) => Math.floor(last - (entries - 1 - index) * step))
}
