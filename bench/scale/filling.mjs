/** Fills a migrated database with a population of matches. */
import { setImmediate as immediate } from 'node:timers/promises'
import pg from 'pg'
import { nameKey } from '../../dist/accounts/names.js'
import { tokenHash } from '../../dist/accounts/tokens.js'
import { copyInto, line } from './copying.mjs'
import { playedMatches } from './played.mjs'
import { playerOf, playersIn, population } from './population.mjs'
import { addRows, COLUMNS } from './rows.mjs'

const AT_ONCE = 1000
/** So many are made before what waits to be sent gets its turn. */
const SENT_EVERY = 20

/** `onProgress` hears how many matches are written. Statistics and visibility are as autovacuum would leave them. */
export async function fill(url, matches, { onProgress = () => {}, played = playedMatches(), now = Date.now() } = {}) {
  const client = new pg.Client({ connectionString: url, application_name: 'chancery bench filling' })
  // What is under way hears of it, too.
  client.on('error', () => {})
  await client.connect()
  try {
    await fillPlayers(client, playersIn(matches))
    await fillMatches(client, population(matches, played, now), onProgress)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function fillPlayers(client, count) {
  for (let from = 0; from < count; from += 10_000) {
    const players = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => playerOf(from + index))
    const names = players.map(({ id, name }) => line([id, name, nameKey(name), 'bot']))
    await copyInto(client, 'player', ['id', 'name', 'name_key', 'kind'], names)
    const tokens = players.map(({ id, token }) => line([id, id, tokenHash(token), 'first', '{read,play,host}']))
    await copyInto(client, 'token', ['id', 'player_id', 'hash', 'label', 'scopes'], tokens)
  }
}

/** What is made next is made while Postgres writes what was made before. */
async function fillMatches(client, matches, onProgress) {
  let lines = noLines()
  let writing = Promise.resolve()
  let made = 0
  const flush = async () => {
    await writing
    writing = write(client, lines, made).then(onProgress)
    lines = noLines()
  }
  for (const match of matches) {
    addRows(lines, match)
    made++
    if (made % SENT_EVERY === 0) await immediate()
    if (made % AT_ONCE === 0) await flush()
  }
  await flush()
  await writing
}

const noLines = () => ({ match: [], seat: [], secret: [], entry: [], deadline: [] })

async function write(client, lines, made) {
  for (const [table, rows] of Object.entries(lines)) if (rows.length > 0) await copyInto(client, table, COLUMNS[table], rows)
  return made
}
