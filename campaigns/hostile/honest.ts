/** Two players who mean no harm: they play one match after the other by the SDK while strangers attack, and every answer is timed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, connect } from '../../src/client/index.js'
import { anyMove, type Chance } from '../chance.js'
import { messageOf } from '../outcome.js'
import { openMatch } from '../played.js'
import { newAccount } from './world.js'

export interface Experience {
  readonly moves: number
  /** Of all answers, in milliseconds. */
  readonly p99: number
  readonly slowest: number
  /** What kept them from playing. */
  readonly troubles: readonly string[]
}

export interface Honest {
  /** What they experienced since the last call. */
  take(): Experience
  stop(): Promise<void>
}

/** Well within the limit of a player's requests. */
const PAUSE_MS = 40
const AGAIN_MS = 250

export async function playHonestly(url: string, random: Chance): Promise<Honest> {
  const times: number[] = []
  const troubles: string[] = []
  let moves = 0
  let goesOn = true
  const timed: typeof fetch = async (...request) => {
    const begun = performance.now()
    try {
      return await fetch(...request)
    } finally {
      times.push(performance.now() - begun)
    }
  }
  const seat = async (name: string): Promise<Client> => {
    const { token } = await newAccount(url, name)
    return connect({ url, token, fetch: timed, timeout: 120_000, retries: 0 })
  }
  const clients = [await seat('Honest A'), await seat('Honest B')]
  const playMatch = async (): Promise<void> => {
    const { id } = await openMatch(clients, random, 'kingdoms')
    for (let isOver = false; goesOn && !isOver; ) isOver = await playRound(id)
  }
  /** True once nobody is awaited. */
  const playRound = async (id: string): Promise<boolean> => {
    let awaited = false
    for (const client of clients) {
      await sleep(PAUSE_MS)
      const page = await client.legalMoves(id, { first: 200 })
      if (page.decision === null) continue
      awaited = true
      await client.submit(id, anyMove(page.moves, random))
      moves++
    }
    return !awaited
  }
  /** After a trouble they begin anew: the SDK would hide it by trying again. */
  const play = async (): Promise<void> => {
    while (goesOn)
      await playMatch().catch(async (error: unknown) => {
        troubles.push(messageOf(error))
        await sleep(AGAIN_MS)
      })
  }
  const playing = play()
  return {
    take() {
      const sorted = times.splice(0).sort((a, b) => a - b)
      const taken = { moves, p99: quantile(sorted, 0.99), slowest: sorted.at(-1) ?? 0, troubles: troubles.splice(0) }
      moves = 0
      return taken
    },
    async stop() {
      goesOn = false
      await playing
    },
  }
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
