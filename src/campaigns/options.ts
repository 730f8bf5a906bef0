/** The command line of a campaign. */
import { parseArgs } from 'node:util'
import { findGame, games } from '../games/registry.js'
import { failure } from '../platform/failure.js'

export const CAMPAIGNS = ['kills', 'race', 'streams', 'leaks'] as const
export type Campaign = (typeof CAMPAIGNS)[number]

export interface Options {
  readonly seed: number
  /** Matches at the same time, or in all, as the campaign needs them. */
  readonly matches: number
  /** How often the server is killed, or a stream is cut. */
  readonly kills: number
  readonly databaseKills: number
  /** After this long a campaign gives up and fails. */
  readonly minutes: number
  /** Only this game; all of them if it is left out. */
  readonly game?: string | undefined
  /** Another build of the server: the tests let a leaky one run. */
  readonly server?: string | undefined
}

type Sizes = Pick<Options, 'matches' | 'kills' | 'databaseKills' | 'minutes'>

/** What the full campaigns must show, and a form of each that is short enough for every test run. */
export const FULL: Readonly<Record<Campaign, Sizes>> = {
  kills: { matches: 12, kills: 20, databaseKills: 5, minutes: 15 },
  race: { matches: 32, kills: 0, databaseKills: 0, minutes: 15 },
  streams: { matches: 6, kills: 50, databaseKills: 0, minutes: 15 },
  leaks: { matches: 200, kills: 0, databaseKills: 0, minutes: 30 },
}
export const SHORT: Readonly<Record<Campaign, Sizes>> = {
  kills: { matches: 4, kills: 3, databaseKills: 1, minutes: 3 },
  race: { matches: 4, kills: 0, databaseKills: 0, minutes: 3 },
  streams: { matches: 2, kills: 12, databaseKills: 0, minutes: 3 },
  leaks: { matches: 4, kills: 0, databaseKills: 0, minutes: 3 },
}

export const USAGE = `npm run campaign -- kills|race|streams|leaks [options]

  kills    the server and its Postgres are killed while clients play: nothing is lost, nothing is played twice
  race     two servers on one Postgres, both players of a match on different ones, moving at the same time
  streams  streams are cut at random and resumed: every notice once and in order
  leaks    every byte that leaves the server for one seat holds nothing that this seat could not know

  --short            small sizes, as in npm test
  --seed N           the same choices again (when they fall is up to the machine)
  --matches N        matches
  --kills N          kills of the server, or cuts of each stream
  --database-kills N kills of Postgres
  --minutes N        give up after so long
  --game ID          play only this game`

export function readOptions(args: readonly string[]): { campaign: Campaign; options: Options } {
  const { values, positionals } = parse(args)
  const campaign = CAMPAIGNS.find((name) => name === positionals[0])
  if (positionals[0] === undefined) throw failure(USAGE, 2)
  if (!campaign) throw wrong(`unknown campaign ${JSON.stringify(positionals[0])}: expected one of ${CAMPAIGNS.join(', ')}`)
  if (positionals.length > 1) throw wrong(`one campaign at a time, so what is ${JSON.stringify(positionals[1])}?`)
  if (values.game !== undefined && !findGame(values.game))
    throw failure(`--game: expected one of ${games.map(({ id }) => id).join(', ')}, not ${JSON.stringify(values.game)}.`, 2)
  const sizes = values.short ? SHORT[campaign] : FULL[campaign]
  const number = (name: 'seed' | 'matches' | 'kills' | 'database-kills' | 'minutes', otherwise: number): number => {
    const text = values[name]
    if (text === undefined) return otherwise
    if (!/^\d{1,9}$/.test(text)) throw failure(`--${name}: expected a whole number, not ${JSON.stringify(text)}.`, 2)
    return Number(text)
  }
  return {
    campaign,
    options: {
      seed: number('seed', Date.now() % 1_000_000),
      matches: number('matches', sizes.matches),
      kills: number('kills', sizes.kills),
      databaseKills: number('database-kills', sizes.databaseKills),
      minutes: number('minutes', sizes.minutes),
      game: values.game,
      server: values.server,
    },
  }
}

const wrong = (what: string) => failure(`${what}. npm run campaign tells what can be given.`, 2)

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        short: { type: 'boolean' },
        seed: text,
        matches: text,
        kills: text,
        'database-kills': text,
        minutes: text,
        game: text,
        server: text,
      },
    })
  } catch (error) {
    throw wrong((error as Error).message.split(/\n|\. /)[0] as string)
  }
}
