/** Whole matches by plain REST, and their proof by command. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '../api/rest.js'
import { chancery } from './process.js'

/** Plays moves, whoever is awaited, until so many are made or the match is over. */
export async function playOn(players: readonly Call[], match: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let made = 0; made < most; made++) if (!(await playOne(players, match, made))) return
}

/** False if nobody has a move. */
async function playOne(players: readonly Call[], match: string, turn: number): Promise<boolean> {
  for (const player of players) {
    const { body } = await player('GET', `/v1/matches/${match}/legal-moves?first=50`)
    const offered = body.moves?.[(turn * 7) % body.moves.length]
    if (!offered) continue
    const played = await player('POST', `/v1/matches/${match}/moves`, offered.move)
    if (played.status !== 200) throw new Error(JSON.stringify(played.body))
    return true
  }
  return false
}

/** The log of a match that is over, checked by `chancery verify`. */
export async function proven(call: Call, match: string, folder: string): ReturnType<typeof chancery> {
  const file = join(folder, `${match}.json`)
  const { status, body } = await call('GET', `/v1/matches/${match}/log`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await writeFile(file, JSON.stringify(body))
  return chancery(['verify', file])
}
