/** Who plays the tables: bots of the house in threads, and programs, which run as long as the tournament does. */
import { type LocalPlayer, type LocalSetting, localPlayer } from '../../bots/local/player.js'
import type { Player } from '../../match/offline/playing.js'
import { type Conduct, conductOf, conductSince, nothingDone } from '../conduct.js'
import type { Table } from '../record.js'
import { type Entrant, entrantOf, type Tournament } from '../state.js'
import type { TableOrder } from '../table-order.js'
import { type PlayedTable, playTable } from './table.js'
import type { Threads } from './threads.js'

export interface PlayedBy extends PlayedTable {
  /** What each program at the table has done there. */
  readonly programs: readonly Conduct[]
}

export interface Seating {
  play(tournament: Tournament, table: Table, order: TableOrder): Promise<PlayedBy>
  /** Ends the programs. */
  end(): Promise<void>
}

/** Entrants at a table that are programs. */
export const programsAt = (tournament: Tournament, { seats }: Table): readonly Entrant[] =>
  seats.map((number) => entrantOf(tournament, number)).filter(({ who }) => who.kind === 'program')

/** By seat; undefined unless bots of the house have the table for themselves. */
export function houseBotsAt(tournament: Tournament, { seats }: Table): readonly string[] | undefined {
  const bots = seats.flatMap((number) => {
    const { who } = entrantOf(tournament, number)
    return who.kind === 'house' ? [who.bot] : []
  })
  return bots.length === seats.length ? bots : undefined
}

export function seating(threads: Threads, setting: LocalSetting): Seating {
  const programs = new Map<number, LocalPlayer>()
  const told = new Map<number, Conduct>()

  const programOf = ({ number, name }: Entrant, command: string): LocalPlayer => {
    const known = programs.get(number) ?? localPlayer(name, command, setting)
    programs.set(number, known)
    return known
  }
  const playerOf = (entrant: Entrant): Player => {
    switch (entrant.who.kind) {
      case 'program':
        return programOf(entrant, entrant.who.command)
      case 'house':
        return inThreads(threads, entrant.who.bot)
      case 'player':
        throw new RangeError(`${entrant.name} is a player of a server`)
    }
  }
  /** What it has done since it was last asked here. */
  const newConduct = ({ number }: Entrant): Conduct => {
    const now = conductOf(number, programs.get(number) ?? { moves: nothingDone(number).moves, counts: new Map(), faults: [] })
    const since = conductSince(told.get(number) ?? nothingDone(number), now)
    told.set(number, now)
    return since
  }

  return {
    async play(tournament, table, order) {
      const bots = houseBotsAt(tournament, table)
      if (bots) return { ...(await threads.houseTable({ order, bots })), programs: [] }
      const players = table.seats.map((number) => playerOf(entrantOf(tournament, number)))
      const played = await playTable(order, players)
      return { ...played, programs: programsAt(tournament, table).map(newConduct) }
    },
    end: async () => void (await Promise.all([...programs.values()].map((player) => player.end()))),
  }
}

const inThreads = (threads: Threads, bot: string): Player => ({
  answers: async ({ game, view, seat, seed }) => ({ move: await threads.think({ game: game.id, bot, view, seat, seed }) }),
})
