/** What is asked of a database of any size: every list with its filters, first pages and deep ones, what waits, inboxes, positions that are not in memory, and writes. */
import { cursorText, momentAt, readCursor } from '../../dist/match/streams/cursor.js'
import { EVERYWHERE, guests, HEAVY, LIGHT, playerOf } from './population.mjs'

const DAY = 24 * 3600_000
/** As many as every list has in the smallest database, too. */
const FIRST = 10
/** No player of its own, so that nothing is found for it that others do not find. */
const GUEST = guests[0]

const get = (as, path) => ({ method: 'GET', path, token: as === null ? undefined : playerOf(as).token })
const list = (as, filter = '', before = undefined) =>
  get(as, `/v1/matches?first=${FIRST}${filter && `&${filter}`}${before ? `&after=${placeAt(before)}` : ''}`)

/** In the middle of a list, as `next` of the page before would name it. */
const placeAt = (moment) =>
  Buffer.from(`${new Date(moment).toISOString()} ffffffff-ffff-4fff-8fff-ffffffffffff`).toString('base64url')

const player = (number) => `player=${playerOf(number).id}`

/** Of a player by the name that the table gives it. */
const ofPlayer = (who, number, now) => [
  [`${who}: own matches`, list(number, 'mine=true')],
  [`${who}: own matches, half a year ago`, list(number, 'mine=true', now - 180 * DAY)],
  [`${who}: own matches that are over`, list(number, 'mine=true&status=over')],
  [`${who}: own matches that run`, list(number, 'mine=true&status=running')],
  [`${who}: matches that wait (myTurn)`, list(number, 'myTurn=true')],
  [`${who}: me/turns`, get(number, `/v1/me/turns?first=${FIRST}`)],
  [`${who}: matches, as others list them`, list(GUEST, player(number))],
  [`${who}: matches of one game, as others list them`, list(GUEST, `${player(number)}&game=royals`)],
]

/** Reads that are the same at every repetition, by name. */
const reads = (now) => [
  ['lobby: joinable', list(null, 'joinable=true')],
  ['lobby: joinable, with a token', list(GUEST, 'joinable=true')],
  ['lobby: joinable, 60 days ago', list(GUEST, 'joinable=true', now - 60 * DAY)],
  ['lobby: joinable, of one game', list(GUEST, 'joinable=true&game=kingdoms')],
  ['lobby: joinable, with a clock', list(GUEST, 'joinable=true&timed=true')],
  ['lobby: joinable, of three seats', list(GUEST, 'joinable=true&seats=3')],
  ['lobby: open', list(GUEST, 'status=open')],
  ['matches', list(GUEST)],
  ['matches, half a year ago', list(GUEST, '', now - 180 * DAY)],
  ['matches of one game', list(GUEST, 'game=regents')],
  ['matches that run', list(GUEST, 'status=running')],
  ['matches that are over', list(GUEST, 'status=over')],
  ['matches that are over, of one game, half a year ago', list(GUEST, 'status=over&game=royals', now - 180 * DAY)],
  ...ofPlayer('light player', LIGHT, now),
  ...ofPlayer('heavy player', HEAVY, now),
  ['bot of every 20th match: as others list them', list(GUEST, player(EVERYWHERE))],
  ['bot of every 20th match: half a year ago', list(GUEST, player(EVERYWHERE), now - 180 * DAY)],
  ['bot of every 20th match: me/turns', get(EVERYWHERE, `/v1/me/turns?first=${FIRST}`)],
  ['inbox of the light player: what waits', inbox(LIGHT)],
  ['inbox of the heavy player: what waits', inbox(HEAVY)],
  ['nothing to find: open matches of 16 seats', list(GUEST, 'status=open&seats=16')],
  ['nothing to find: matches of 16 seats', list(GUEST, 'seats=16')],
  ['nothing to find: matches of 16 seats of the heavy player', list(HEAVY, 'mine=true&seats=16')],
  ['a player, by name', get(GUEST, `/v1/players/${encodeURIComponent(playerOf(LIGHT).name)}`)],
]

const inbox = (number, after) => get(number, `/v1/me/stream?first=${FIRST}${after ? `&after=${after}` : ''}`)

/** When the news of a player begin of which there are ten. */
const TENTH = `select extract(epoch from e.written_at) * 1000 as ms from seat s join entry e on e.match_id = s.match_id
  where s.player_id = $1 order by e.written_at desc offset ${FIRST} limit 1`

async function tenthNewest(client, number) {
  const { rows } = await client.query(TENTH, [playerOf(number).id])
  return Number(rows[0].ms)
}

/** Cursors name the run of Postgres that they were made in. */
async function inboxReads(cursor, { client, now }) {
  const { run } = readCursor(cursor)
  const since = (number, moment) =>
    inbox(number, cursorText({ run, news: momentAt(Math.round(moment * 1000)), waiting: undefined }))
  return [
    ['inbox of the light player: nothing new', since(LIGHT, now)],
    ['inbox of the light player: the ten newest', since(LIGHT, await tenthNewest(client, LIGHT))],
    ['inbox of the light player: since half a year', since(LIGHT, now - 180 * DAY)],
    ['inbox of the heavy player: nothing new', since(HEAVY, now)],
    ['inbox of the heavy player: the ten newest', since(HEAVY, await tenthNewest(client, HEAVY))],
    ['inbox of the heavy player: since half a year', since(HEAVY, now - 180 * DAY)],
  ]
}

/** All of them, by name. */
export async function namedReads(world, ask) {
  const fixed = reads(world.now)
  const [, opening] = fixed.find(([name]) => name.startsWith('inbox'))
  const { answer } = await ask(opening)
  return [...fixed, ...(await inboxReads(answer.next, world))]
}

/** A position that no server has in memory, if it has not been asked for before. */
export const coldLoad = (match) => get(GUEST, `/v1/matches/${match}/view`)
export const card = (match) => get(GUEST, `/v1/matches/${match}`)

const post = (as, path, body) => ({ method: 'POST', path, token: playerOf(as).token, body })

/** A match of three is made, joined, and begun by whoever takes the last seat. */
export const make = (round) => post(guest(round, 0), '/v1/matches', { game: 'kingdoms', seats: 3 })
export const join = (round, match) => post(guest(round, 1), `/v1/matches/${match}/join`, {})
export const begin = (round, match) => post(guest(round, 2), `/v1/matches/${match}/join`, {})
const guest = (round, place) => guests[(round * 3 + place) % guests.length]
