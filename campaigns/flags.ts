/** The command line of a campaign. */
import { parseArgs } from 'node:util'
import { findGame, games } from '../src/games/registry.js'
import { failure } from '../src/platform/failure.js'
import { messageOf } from './outcome.js'

export const CAMPAIGNS = ['kills', 'race', 'streams', 'rewind', 'leaks', 'plants', 'hostile', 'clocks', 'tournaments'] as const
export type Campaign = (typeof CAMPAIGNS)[number]

export interface Flags {
  readonly seed: number
  /** Matches at the same time, or in all, or rounds of a tournament, as the campaign needs them. */
  readonly matches: number
  /** How often the server is killed, a stream is cut, or matches go back. */
  readonly kills: number
  readonly databaseKills: number
  /** Of strangers, in the campaign hostile. */
  readonly requests: number
  /** After this long a campaign gives up and fails. */
  readonly minutes: number
  /** How late what a clock does may be, in milliseconds; left out where the machine may be too busy to judge it. */
  readonly latestMs?: number
  /** Only this game; all of them if it is left out. */
  readonly game?: string | undefined
  /** Another compiled server than that of this project: a leaky one. */
  readonly server?: string | undefined
}

type Sizes = Omit<Flags, 'seed' | 'server'>

/** What the full campaigns must show. */
export const FULL: Readonly<Record<Campaign, Sizes>> = {
  kills: { matches: 12, kills: 20, databaseKills: 5, requests: 0, minutes: 15 },
  race: { matches: 32, kills: 0, databaseKills: 0, requests: 0, minutes: 15 },
  streams: { matches: 6, kills: 50, databaseKills: 0, requests: 0, minutes: 15 },
  rewind: { matches: 12, kills: 40, databaseKills: 3, requests: 0, minutes: 15 },
  leaks: { matches: 200, kills: 0, databaseKills: 0, requests: 0, minutes: 30 },
  plants: { matches: 6, kills: 0, databaseKills: 0, requests: 0, minutes: 15, game: 'kingdoms' },
  hostile: { matches: 0, kills: 0, databaseKills: 0, requests: 1_000_000, minutes: 90 },
  clocks: { matches: 200, kills: 25, databaseKills: 2, requests: 0, minutes: 30, latestMs: 2_000 },
  tournaments: { matches: 2, kills: 5, databaseKills: 0, requests: 0, minutes: 30 },
}

/** A form of each that is short enough for every test run: one game with short matches, except where all must be seen. */
export const SHORT: Readonly<Record<Campaign, Sizes>> = {
  kills: { matches: 2, kills: 2, databaseKills: 1, requests: 0, minutes: 3, game: 'kingdoms' },
  race: { matches: 1, kills: 0, databaseKills: 0, requests: 0, minutes: 3, game: 'kingdoms' },
  streams: { matches: 1, kills: 12, databaseKills: 0, requests: 0, minutes: 3, game: 'kingdoms' },
  rewind: { matches: 2, kills: 2, databaseKills: 1, requests: 0, minutes: 3, game: 'kingdoms' },
  leaks: { matches: games.length, kills: 0, databaseKills: 0, requests: 0, minutes: 3 },
  plants: { matches: 2, kills: 0, databaseKills: 0, requests: 0, minutes: 3, game: 'kingdoms' },
  hostile: { matches: 0, kills: 0, databaseKills: 0, requests: 500, minutes: 3 },
  clocks: { matches: 2, kills: 1, databaseKills: 1, requests: 0, minutes: 3, game: 'kingdoms' },
  tournaments: { matches: 6, kills: 1, databaseKills: 0, requests: 0, minutes: 3, game: 'kingdoms' },
}

export const USAGE = `npm run campaign -- ${CAMPAIGNS.join('|')} [flags]

  kills    the server and its Postgres are killed while clients play: nothing is lost, nothing is played twice
  race     two servers on one Postgres, both players of a match on different ones, moving at the same time
  streams  streams are cut at random and resumed: every notice once and in order
  rewind   the database goes back to earlier states under a running server: never a gap, clients are told, play goes on
  leaks    every byte that leaves the server for one seat holds nothing that this seat could not know
  plants   leaks are planted in copies of the server and of the rules: the campaign leaks must find each of them
  hostile  requests made to hurt, while honest players play: no 5xx, no misfit, no long wait, no lack of memory
  clocks   clocks of seconds on two servers that are killed, and Postgres too: every deadline once, none early, none late
  tournaments
           a tournament on one quiet server and again on two that are killed: the same moves, the same final tables

  --short            small sizes, as in npm test
  --seed N           the same choices again (when they fall is up to the machine)
  --matches N        matches; of a tournament, how often each pair plays each game
  --kills N          kills of the server, of each of two in a tournament, cuts of each stream, or times that matches go back
  --database-kills N kills of Postgres, or restores of its data folder
  --requests N       requests of strangers
  --minutes N        give up after so long
  --game ID          play only this game`

export function readFlags(args: readonly string[]): { campaign: Campaign; flags: Flags } {
  const { values, positionals } = parse(args)
  const campaign = readCampaign(positionals)
  if (values.game !== undefined && !findGame(values.game))
    throw failure(`--game: expected one of ${games.map(({ id }) => id).join(', ')}, not ${JSON.stringify(values.game)}.`, 2)
  const sizes = values.short ? SHORT[campaign] : FULL[campaign]
  const flags = {
    seed: wholeNumber('seed', values.seed) ?? Date.now() % 1_000_000,
    matches: wholeNumber('matches', values.matches) ?? sizes.matches,
    kills: wholeNumber('kills', values.kills) ?? sizes.kills,
    databaseKills: wholeNumber('database-kills', values['database-kills']) ?? sizes.databaseKills,
    requests: wholeNumber('requests', values.requests) ?? sizes.requests,
    minutes: wholeNumber('minutes', values.minutes) ?? sizes.minutes,
    ...('latestMs' in sizes && { latestMs: sizes.latestMs }),
    game: values.game ?? sizes.game,
    server: values.server,
  }
  return { campaign, flags }
}

function readCampaign([name, surplus]: readonly string[]): Campaign {
  const campaign = CAMPAIGNS.find((one) => one === name)
  if (name === undefined) throw failure(USAGE, 2)
  if (!campaign) throw wrong(`unknown campaign ${JSON.stringify(name)}: expected one of ${CAMPAIGNS.join(', ')}`)
  if (surplus !== undefined) throw wrong(`one campaign at a time, so what is ${JSON.stringify(surplus)}?`)
  return campaign
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw failure(`--${flag}: expected a whole number, not ${JSON.stringify(text)}.`, 2)
  return Number(text)
}

const wrong = (what: string) => failure(`${what}. npm run campaign tells what can be given.`, 2)

const text = { type: 'string' } as const
const KNOWN = {
  short: { type: 'boolean' },
  seed: text,
  matches: text,
  kills: text,
  'database-kills': text,
  requests: text,
  minutes: text,
  game: text,
  server: text,
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: KNOWN })
  } catch (error) {
    // Its first sentence says what is wrong; the others are advice about shells.
    throw wrong(messageOf(error).replace(/(\n|\. ).*$/s, ''))
  }
}
