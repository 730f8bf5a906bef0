/** What an organiser chooses about a tournament. It is fixed when the first round is made; what is left out has its default. */
import { z } from 'zod'
import { Clock } from '../clocks/clock.js'
import { words } from '../games/described.js'

export const FormatKind = words(['roundRobin', 'swiss', 'knockout', 'ladder'], {
  id: 'TournamentFormat',
  description: 'How it is found out who plays whom.',
  values: {
    roundRobin: 'Everybody meets everybody, equally often as far as the numbers allow.',
    swiss: 'A number of rounds; in each of them those meet who have done equally well, and nobody twice if it can be helped.',
    knockout: 'The best of every table go on, until one table is left.',
    ladder: 'Neighbours on a ladder play; whoever does better stands above. New entrants begin at its foot, at any time.',
  },
})
export type FormatKind = z.infer<typeof FormatKind>

export const Deals = words(['duplicate', 'fresh'], {
  id: 'Deals',
  description: 'Which tables are dealt the same cards.',
  values: {
    duplicate: 'Tables come in sets that have the same deal, so that luck cancels out. Who may remember a deal plays it once.',
    fresh: 'Every table has a deal of its own.',
  },
})

export const TournamentGame = z
  .strictObject({
    game: z.string().min(1).max(100).describe('Id of the game.'),
    seats: z.int().min(2).max(16).describe('Seats at each of its tables.'),
    options: z.looseObject({}).default({}).describe('Options of the game; what is left out has its default.'),
  })
  .meta({ id: 'TournamentGame', description: 'A game that is played in a tournament.' })
export type TournamentGame = z.infer<typeof TournamentGame>

export const BOUNDS = { games: 8, rounds: 1000, repeats: 100, entrants: 200, tables: 20_000, atOnce: 500 } as const

export const TournamentSetting = z
  .strictObject({
    name: z.string().trim().min(1).max(100).describe('What it is called.'),
    games: z
      .array(TournamentGame)
      .min(1)
      .max(BOUNDS.games)
      .describe(
        'What is played. In formats other than `roundRobin` a group of entrants plays all of them, so they have equally many seats.',
      ),
    format: FormatKind.describe('By which rules it is found out who plays whom.'),
    rounds: z
      .int()
      .min(1)
      .max(BOUNDS.rounds)
      .optional()
      .describe(
        'Of `swiss` and `ladder`. Left out: as many as a Swiss tournament needs for a clear winner; a ladder goes on until it is ended.',
      ),
    repeats: z
      .int()
      .min(1)
      .max(BOUNDS.repeats)
      .default(1)
      .describe(
        'How often a group plays each game, with another deal each time: with all rotations of its seats, where a deal may be played again.',
      ),
    advance: z.int().min(1).max(15).default(1).describe('Of `knockout`: how many of a table go on.'),
    deals: Deals.default('duplicate').describe('Whether tables are dealt the same cards, so that luck cancels out.'),
    points: z
      .array(z.number().min(-1000).max(1000))
      .min(2)
      .max(16)
      .optional()
      .describe(
        'Points by place, the first place first; those who share places share their points. Left out: from 1 for the first to 0 for the last, in equal steps.',
      ),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .describe('All lots of the pairings come from it, so that anybody can draw them again. It tells nothing about deals.'),
    clock: Clock.optional().describe('The clock of every table; needed where players take part.'),
    rated: z.boolean().default(true).describe('Whether its matches count for ratings.'),
    atOnce: z
      .strictObject({
        entrant: z.int().min(1).max(BOUNDS.atOnce).default(4).describe('Tables that one entrant plays at once.'),
        all: z.int().min(1).max(BOUNDS.atOnce).default(50).describe('Tables that are played at once.'),
      })
      .meta({ id: 'AtOnce', description: 'How many tables are played at the same time.' })
      .prefault({})
      .describe('How many tables are played at once. Bots of the house have no limit of their own.'),
  })
  .meta({ id: 'TournamentSetting', description: 'What the organiser of a tournament has chosen.' })
export type TournamentSetting = z.infer<typeof TournamentSetting>
