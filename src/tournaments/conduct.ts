/** What a local program did: how many moves it made, and what it did wrong. */
import { z } from 'zod'
import { FAULTS, type FaultKind } from '../bots/local/fault.js'
import type { LocalPlayer } from '../bots/local/player.js'
import type { Reported } from '../bots/local/report.js'
import { EntrantNumber } from './record.js'

const RecordedFault = z.strictObject({
  kind: z.enum(FAULTS),
  reason: z.string(),
  /** What it wrote, as far as that is why. */
  line: z.string().optional(),
  /** Number of the table. */
  match: z.int(),
  seat: z.int(),
  /** Left out if it was made after the program had nothing more to decide. */
  move: z.int().optional(),
  stderr: z.array(z.string()),
})

/** Of one table, or of several. */
export const Conduct = z.strictObject({
  entrant: EntrantNumber,
  moves: z.strictObject({ count: z.int(), ms: z.number(), longest: z.number() }),
  /** How many of each kind. */
  counts: z.partialRecord(z.enum(FAULTS), z.int()),
  /** The first ones; there may be very many. */
  faults: z.array(RecordedFault),
})
export type Conduct = z.infer<typeof Conduct>

/** As it is kept: how long a program thought is another in every run. */
export const KeptConduct = Conduct.extend({ moves: z.int() })
export type KeptConduct = z.infer<typeof KeptConduct>
export const kept = (conduct: Conduct): KeptConduct => ({ ...conduct, moves: conduct.moves.count })

const MOST_KEPT = 20

/** Of the whole time that the program ran. */
export const conductOf = (
  entrant: number,
  { moves, counts, faults }: Pick<LocalPlayer, 'moves' | 'counts' | 'faults'>,
): Conduct => ({
  entrant,
  moves: { ...moves },
  counts: Object.fromEntries(counts),
  faults: faults.map(({ move, ...fault }) => ({ ...fault, stderr: [...fault.stderr], ...(move !== undefined && { move }) })),
})

/** What was added since. The longest time is that of all. */
export const conductSince = (before: Conduct, { entrant, moves, counts, faults }: Conduct): Conduct => ({
  entrant,
  moves: { count: moves.count - before.moves.count, ms: moves.ms - before.moves.ms, longest: moves.longest },
  counts: combined(counts, before.counts, (now, then) => now - then),
  faults: faults.slice(before.faults.length),
})

export const together = (one: Conduct, other: Conduct): Conduct => ({
  entrant: one.entrant,
  moves: {
    count: one.moves.count + other.moves.count,
    ms: one.moves.ms + other.moves.ms,
    longest: Math.max(one.moves.longest, other.moves.longest),
  },
  counts: combined(one.counts, other.counts, (here, there) => here + there),
  faults: [...one.faults, ...other.faults].slice(0, MOST_KEPT),
})

type Counts = Conduct['counts']

const combined = (one: Counts, other: Counts, how: (one: number, other: number) => number): Counts =>
  Object.fromEntries(
    FAULTS.flatMap((kind): [FaultKind, number][] => {
      const count = how(one[kind] ?? 0, other[kind] ?? 0)
      return count === 0 ? [] : [[kind, count]]
    }),
  )

export const nothingDone = (entrant: number): Conduct => ({
  entrant,
  moves: { count: 0, ms: 0, longest: 0 },
  counts: {},
  faults: [],
})

/** As the report tells it. */
export const reportedOf = (name: string, { moves, ...conduct }: Conduct): Reported => ({
  name,
  moves,
  ...faultsOfConduct(conduct),
})

export const faultsOfConduct = ({ counts, faults }: Pick<Conduct, 'counts' | 'faults'>): Pick<Reported, 'counts' | 'faults'> => ({
  counts: new Map(FAULTS.flatMap((kind): [FaultKind, number][] => (counts[kind] === undefined ? [] : [[kind, counts[kind]]]))),
  faults: faults.map(({ line, move, ...fault }) => ({ ...fault, move, ...(line !== undefined && { line }) })),
})
