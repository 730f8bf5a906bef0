/** A small tournament that was played, as the text of its file. */
import { thinking } from '../../../src/bots/player.js'
import { strategyFor } from '../../../src/bots/roster.js'
import { type Archived, archiveText } from '../../../src/tournaments/archive/archive.js'
import { readTournamentFile } from '../../../src/tournaments/local/file.js'
import { identityOf } from '../../../src/tournaments/local/identity.js'
import { advance, begin } from '../../../src/tournaments/local/log.js'
import { houseBotsAt } from '../../../src/tournaments/local/seating.js'
import { type PlayedTable, playTable } from '../../../src/tournaments/local/table.js'
import { orderOf } from '../../../src/tournaments/table-order.js'

export interface Small {
  readonly archived: Archived
  /** JSON of each, by table. */
  readonly matches: readonly string[]
  readonly text: string
}

export const SMALL = `name: Small
format: swiss
rounds: 2
games:
  - {game: medieval-realms, seats: 2}
seed: 4
entrants: [random, {bot: random, name: Anne}, {bot: random, name: Ben}, {bot: random, name: Carl, version: '2'}]
`

/** One table after the other, without threads. */
export async function playedSmall(file = SMALL): Promise<Small> {
  const read = readTournamentFile(file)
  if (!read.ok) throw new Error(JSON.stringify(read.complaints))
  const begun = begin(read.planned)
  if (!begun.ok) throw new Error(begun.refusal.message)
  const { log } = begun
  const identity = identityOf(read.planned)
  const played = new Map<number, PlayedTable>()
  for (;;) {
    const [table] = advance(log, identity.id, ({ number }) => played.get(number)?.result)
    if (!table) break
    const bots = houseBotsAt(log.tournament, table) ?? []
    const order = orderOf({ setting: read.planned.setting, ...identity }, table)
    played.set(
      table.number,
      await playTable(
        order,
        bots.map((bot) => thinking(strategyFor(bot) ?? fail(bot))),
      ),
    )
  }
  const { id, commitment, secret } = identity
  const archived = { id, setting: read.planned.setting, commitment, secret: secret.toString('hex'), records: log.records }
  const matches = log.tournament.tables.map(({ number }) => played.get(number)?.transcript ?? '')
  return { archived, matches, text: await textOf(archived, matches) }
}

function fail(bot: string): never {
  throw new Error(`there is no bot ${bot}`)
}

export async function textOf(archived: Archived, matches: readonly string[] | null): Promise<string> {
  const pieces: string[] = []
  for await (const piece of archiveText(archived, matches)) pieces.push(piece)
  return pieces.join('')
}
