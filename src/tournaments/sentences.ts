/** Records as plain sentences. */
import type { TournamentRecord } from './record.js'

/** `name`: of an entrant, by number. */
export function sentenceOf(record: TournamentRecord, name: (entrant: number) => string): string {
  switch (record.type) {
    case 'entered':
      return `${name(record.entrant)} enters${record.version === null ? '' : ` with version ${record.version}`}.`
    case 'withdrew':
      return `${name(record.entrant)} withdraws: ${record.reason}.`
    case 'started':
      return 'The tournament starts.'
    case 'paused':
      return 'The tournament is paused.'
    case 'resumed':
      return 'The tournament goes on.'
    case 'roundMade':
      return `Round ${record.round} is made: ${counted(record.tables.length, 'table')}${byes(record.byes.map(name))}.`
    case 'tableBegun':
      return `Table ${record.table} begins.`
    case 'tableEnded':
      return `Table ${record.table} ${ENDINGS[record.outcome]}.`
    case 'ended':
      return record.by === 'format' ? 'The tournament is over.' : 'The organiser ends the tournament.'
  }
}

const ENDINGS = { played: 'ends', forfeit: 'is a forfeit', void: 'counts for nothing' } as const

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const byes = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; ${names.join(', ')} ${names.length === 1 ? 'has a bye' : 'have byes'}`
