/** Days on which a player is away, and what they stop. */
import { z } from 'zod'

const day = z.iso.date()

export const DeclareAbsence = z
  .strictObject({
    firstDay: day.describe('The first day, in UTC; today counts from now on.'),
    lastDay: day.describe('The last day, in UTC.'),
  })
  .meta({ id: 'DeclareAbsence', description: 'Days on which you are away.' })
export type DeclareAbsence = z.infer<typeof DeclareAbsence>

export const Absence = z
  .strictObject({
    id: z.uuid().describe('Id of the absence.'),
    firstDay: day.describe('The first day, in UTC.'),
    lastDay: day.describe('The last day, in UTC.'),
    begins: z.iso.datetime().describe('From when on clocks stand still.'),
    ends: z.iso.datetime().describe('When they go on.'),
  })
  .meta({ id: 'Absence', description: 'Days on which you are away: clocks of matches that allow it stand still for you.' })
export type Absence = z.infer<typeof Absence>

const DAY = 86_400_000

/** The days from one to another, both included. */
function daysOf({ firstDay, lastDay }: DeclareAbsence): string[] {
  const days: string[] = []
  for (let at = Date.parse(firstDay); at <= Date.parse(lastDay); at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The year in which more than so many days would be taken; undefined if there is none. */
export function yearTooLong(absences: readonly DeclareAbsence[], most: number): string | undefined {
  const years = absences.flatMap(daysOf).map((one) => one.slice(0, 4))
  return years.find((year) => years.filter((other) => other === year).length > most)
}

export const overlap = (one: DeclareAbsence, other: DeclareAbsence): boolean =>
  one.firstDay <= other.lastDay && other.firstDay <= one.lastDay

export const startOf = (date: string): number => Date.parse(date)
export const endOf = (date: string): number => Date.parse(date) + DAY
