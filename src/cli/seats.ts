/** `--seat N BOT`: who plays which seat of a simulation. */
import type { Strategy } from '../bots/bot.js'
import { type LocalPlayer, type LocalSetting, localPlayer } from '../bots/local/player.js'
import { thinking } from '../bots/player.js'
import { random } from '../bots/random.js'
import { BOTS, strategyFor } from '../bots/roster.js'
import type { Player } from '../match/offline/playing.js'
import { expected, UsageError } from './usage.js'

/** Before a command that is run to play. */
const LOCAL = 'cmd:'
export const BOT_NAMES = `${BOTS.join(', ')}, search:400i, search:200ms or ${LOCAL}COMMAND`

export type SeatBot = { readonly name: string } & ({ readonly strategy: Strategy } | { readonly command: string })

const NOBODY_NAMED: SeatBot = { name: 'random', strategy: random }

/** Node knows no flag with two values, so the two are made one: `--seat=0=greedy`, which may be written as well. */
export function withSeatPairs(argv: readonly string[]): string[] {
  const args: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const [arg = '', seat, bot] = argv.slice(at, at + 3)
    const isPair = arg === '--seat' && /^-?\d+$/.test(seat ?? '') && bot !== undefined && !bot.startsWith('--')
    args.push(isPair ? `--seat=${seat}=${bot}` : arg)
    if (isPair) at += 2
  }
  return args
}

/** A bot for each seat; undefined if none was named. */
export function readSeats(given: readonly string[], seats: number): readonly SeatBot[] | undefined {
  if (given.length === 0) return undefined
  const bots = new Map<number, SeatBot>()
  for (const text of given) {
    const [, seat, bot] = /^(-?\d+)=(.*)$/s.exec(text) ?? []
    if (seat === undefined || bot === undefined) throw expected('--seat', 'a seat and a bot, such as --seat 0 greedy', text)
    if (!/^\d$/.test(seat) || Number(seat) >= seats) throw expected('--seat', `a seat from 0 to ${seats - 1}`, seat)
    if (bots.has(Number(seat))) throw new UsageError(`--seat: seat ${seat} is given twice`)
    bots.set(Number(seat), readBot(seat, bot))
  }
  return Array.from({ length: seats }, (_, seat) => bots.get(seat) ?? NOBODY_NAMED)
}

function readBot(seat: string, name: string): SeatBot {
  if (name.startsWith(LOCAL)) {
    const command = name.slice(LOCAL.length).trim()
    if (command === '') throw expected(`--seat ${seat}`, `a command after ${LOCAL}`, name)
    return { name, command }
  }
  const strategy = strategyFor(name)
  if (!strategy) throw expected(`--seat ${seat}`, `one of ${BOT_NAMES}`, name)
  return { name, strategy }
}

export interface Seated {
  /** By seat, before any rotation. */
  readonly players: readonly Player[]
  /** Those of them that are programs. */
  readonly local: readonly LocalPlayer[]
}

export function seated(bots: readonly SeatBot[], setting: LocalSetting): Seated {
  const local: LocalPlayer[] = []
  const players = bots.map((bot, seat) => {
    if ('strategy' in bot) return thinking(bot.strategy)
    const player = localPlayer(`seat ${seat}, ${bot.command}`, bot.command, setting)
    local.push(player)
    return player
  })
  return { players, local }
}

/** The same for bots of the house alone, by their names: that is all a thread is told. */
export const seatedByName = (names: readonly string[]): Seated => ({ players: names.map(houseBot), local: [] })

function houseBot(name: string): Player {
  const strategy = strategyFor(name)
  if (!strategy) throw new RangeError(`there is no bot ${name}`)
  return thinking(strategy)
}
