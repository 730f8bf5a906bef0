/** One match of the population as the rows of its tables. Its log is chained as the server chains it, so that it can be loaded, downloaded and verified. */
import { hash } from 'node:crypto'
import { timesAfter, timesAtFirst } from '../../dist/clocks/times.js'
import { commitmentTo, genesisHash } from '../../dist/log/chain.js'
import { escaped, line, NULL } from './copying.mjs'

export const COLUMNS = {
  match: [
    ...['id', 'game', 'options', 'seats', 'visibility', 'seating', 'invitation', 'status', 'commitment', 'result'],
    ...['created_by', 'created_at', 'full_at', 'started_at', 'ended_at', 'clock'],
  ],
  seat: ['match_id', 'seat', 'player_id', 'joined_at', 'left_version', 'match_created_at', 'match_ended_at'],
  secret: ['match_id', 'sealed'],
  entry: [
    ...['match_id', 'version', 'seat', 'rules', 'command', 'events', 'rolls', 'awaiting'],
    ...['at', 'hash', 'times', 'written_at'],
  ],
  deadline: ['match_id', 'seat', 'version', 'opened', 'due'],
}

const words = (moment) => (moment === null ? NULL : new Date(moment).toISOString())

/** Adds the lines of the match to those of each table. `moments`: when each of its entries was written. */
export function addRows(lines, { id, played, status, players, clock, createdAt, moments, visibility }) {
  const commitment = commitmentTo(played.secret, id)
  const begun = status !== 'open'
  const startedAt = begun ? moments[0] : null
  const endedAt = status === 'over' ? words(moments.at(-1)) : undefined
  lines.match.push(
    line([
      ...[id, played.game, JSON.stringify(played.options), played.seats, visibility, 'chosen'],
      ...[visibility === 'private' ? 'c0de' : NULL, status, commitment],
      ...[status === 'over' ? JSON.stringify(played.places) : NULL, players[0], words(createdAt), words(startedAt)],
      ...[words(startedAt), endedAt ?? NULL, clock ? JSON.stringify(clock) : NULL],
    ]),
  )
  lines.secret.push(line([id, `\\\\x00${played.secret.toString('hex')}`]))
  const left = begun ? leavings(played.entries) : new Map()
  players.forEach((player, seat) => {
    const made = words(createdAt)
    if (player !== null) lines.seat.push(line([id, seat, player, made, left.get(seat) ?? NULL, made, endedAt ?? 'infinity']))
  })
  if (begun) addLog(lines, { id, played, clock, moments, commitment })
}

const leavings = (entries) =>
  new Map(entries.flatMap(({ command, version }) => (command.type === 'leave' ? [[command.seat, version]] : [])))

function addLog(lines, { id, played, clock, moments, commitment }) {
  const { game, options, seats, entries } = played
  let head = genesisHash({ match: id, game, options, seats, commitment, clock })
  let times = clock && timesAtFirst(clock, seats)
  let before = []
  entries.forEach((entry, index) => {
    const at = words(moments[index])
    const covered = Buffer.from(`{"at":"${at}"${entry.afterMoment}`)
    head = hash('sha256', Buffer.concat([Buffer.from(head, 'hex'), entry.salt, covered]), 'hex')
    times = clock && timesAfter(clock, times, change(entry, before, moments[index]), [])
    before = entry.awaiting
    const { version, rules, command, columns } = entry
    const kept = times ? escaped(JSON.stringify(times)) : NULL
    lines.entry.push(line([id, version, command.seat ?? NULL, rules, ...columns, at, head, kept, at]))
  })
  if (clock) addDeadlines(lines, id, clock, times, entries.at(-1))
}

const change = ({ command, awaiting }, before, at) => ({
  at,
  before,
  after: awaiting,
  decided: command.type === 'move' ? command.seat : null,
})

function addDeadlines(lines, id, clock, times, { version, awaiting }) {
  for (const { seat } of awaiting) {
    const opened = times.opened[seat]
    lines.deadline.push(line([id, seat, version, words(opened), words(opened + clock.seconds * 1000)]))
  }
}
