import { describe, expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'
import {
  type Candidate,
  checkSetting,
  type Decided,
  end,
  enter,
  pause,
  resume,
  start,
  withdraw,
} from '../../src/tournaments/deciding.js'
import { TOURNAMENT_REFUSALS, type TournamentRefusalCode } from '../../src/tournaments/refusals.js'
import { BOUNDS } from '../../src/tournaments/setting.js'
import { after as recorded, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { CLOCK } from './playout.js'
import { begun, duels, entered, settingOf, withdrew, withRound } from './synthetic.js'

const isBot = (name: string): boolean => ['random', 'greedy'].includes(name)

const seen = new Set<TournamentRefusalCode>()
/** The code of a refusal; every refusal has a sentence. */
function refused(decided: Decided): TournamentRefusalCode | undefined {
  if (decided.ok) return undefined
  expect(decided.refusal.message).toMatch(/^[A-Z].*\.$/)
  seen.add(decided.refusal.code)
  return decided.refusal.code
}
const refusedSetting = (chosen: Parameters<typeof settingOf>[0]): TournamentRefusalCode | undefined => {
  const refusal = checkSetting(settingOf(chosen), games)
  return refusal && refused({ ok: false, refusal })
}

const open = (chosen: Parameters<typeof settingOf>[0] = {}, count = 0): Tournament =>
  tournamentOf(
    settingOf(chosen),
    Array.from({ length: count }, (_, index) => entered(index + 1)),
  )
const running = (tournament: Tournament): Tournament => recorded(tournament, { type: 'started' })
const over = (tournament: Tournament): Tournament => recorded(tournament, { type: 'ended', by: 'organiser' })

const bot = (name: string, by = 'greedy'): Candidate => ({ name, version: null, who: { kind: 'house', bot: by }, rating: null })
const player = (version: string | null, by = 'ada'): Candidate => ({
  name: `${by} ${version}`,
  version,
  who: { kind: 'player', player: by },
  rating: 1500,
})
const program: Candidate = { name: 'own', version: '1', who: { kind: 'program', command: './own' }, rating: null }

describe('a setting', () => {
  test('is of games that there are, with seats and options that they have', () => {
    expect(refusedSetting({})).toBeUndefined()
    expect(refusedSetting({ games: [{ game: 'chess', seats: 2 }] })).toBe('UNKNOWN_GAME')
    expect(refusedSetting({ games: [{ game: 'kingdoms', seats: 5 }] })).toBe('SEATS_OUT_OF_RANGE')
    expect(refusedSetting({ games: [{ game: 'regents', seats: 2 }] })).toBe('SEATS_OUT_OF_RANGE')
    expect(refusedSetting({ games: [{ game: 'kingdoms', seats: 2, options: { unheardOf: 1 } }] })).toBe('INVALID_OPTIONS')
  })

  test('has games of different numbers of seats in a round robin only', () => {
    const two = [
      { game: 'kingdoms', seats: 2 },
      { game: 'royals', seats: 3 },
    ]
    expect(refusedSetting({ games: two, format: 'roundRobin' })).toBeUndefined()
    for (const format of ['swiss', 'knockout', 'ladder'] as const)
      expect(refusedSetting({ games: two, format })).toBe('CANNOT_SEAT')
  })

  test('of a knock-out knocks somebody out', () => {
    expect(refusedSetting({ format: 'knockout', seats: 3, advance: 2 })).toBeUndefined()
    expect(refusedSetting({ format: 'knockout', seats: 3, advance: 3 })).toBe('CANNOT_SEAT')
    expect(refusedSetting({ format: 'swiss', seats: 3, advance: 3 })).toBeUndefined()
  })
})

describe('entering', () => {
  test('gives the next number', () => {
    expect(enter(open({}, 2), bot('third'), isBot)).toEqual({
      ok: true,
      records: [{ type: 'entered', entrant: 3, ...bot('third') }],
    })
  })

  test('takes bots that the house has', () => {
    expect(refused(enter(open(), bot('x', 'genius'), isBot))).toBe('UNKNOWN_BOT')
  })

  test('of players needs a clock; programs have the limit of whoever runs them', () => {
    expect(refused(enter(open(), player('1'), isBot))).toBe('CLOCK_NEEDED')
    expect(refused(enter(open(), program, isBot))).toBeUndefined()
    expect(refused(enter(open({ clock: CLOCK }), player('1'), isBot))).toBeUndefined()
  })

  test('is done once by each version of a player, and once by each name of a bot', () => {
    const clocked = open({ clock: CLOCK })
    const both = [player('1'), bot('one')].reduce(
      (before, candidate) => recordedAll(before, enter(before, candidate, isBot)),
      clocked,
    )
    expect(refused(enter(both, player('1'), isBot))).toBe('ALREADY_ENTERED')
    expect(refused(enter(both, { ...player('1'), name: 'another name' }, isBot))).toBe('ALREADY_ENTERED')
    expect(refused(enter(both, player('2'), isBot))).toBeUndefined()
    expect(refused(enter(both, player('1', 'bob'), isBot))).toBeUndefined()
    expect(refused(enter(both, bot('one'), isBot))).toBe('ALREADY_ENTERED')
    expect(refused(enter(both, bot('two'), isBot))).toBeUndefined()
  })

  test('again is possible after withdrawing before the start, and on a ladder at any time', () => {
    const one = (format: 'swiss' | 'ladder') =>
      [1, 2, 3].map((number) => entered(number)).reduce(recorded, open({ format, rounds: 3 }))
    const same: Candidate = { name: 'bot 2', version: null, who: { kind: 'house', bot: 'random' }, rating: null }
    expect(refused(enter(recorded(one('swiss'), withdrew(2)), same, isBot))).toBeUndefined()
    const played = (format: 'swiss' | 'ladder') => recorded(withRound(running(one(format)), duels('1-2 1'), [3]), withdrew(2))
    expect(refused(enter(played('swiss'), same, isBot))).toBe('ALREADY_ENTERED')
    expect(refused(enter(played('ladder'), same, isBot))).toBeUndefined()
  })

  test('ends when there are as many as can be', () => {
    const full = open({}, BOUNDS.entrants)
    expect(refused(enter(full, bot('one more'), isBot))).toBe('TOURNAMENT_FULL')
    expect(refused(enter(recorded(full, withdrew(1)), bot('one more'), isBot))).toBeUndefined()
  })

  test('late is for Swiss tournaments before their last round, and for ladders', () => {
    const late = (format: 'roundRobin' | 'swiss' | 'knockout' | 'ladder') =>
      refused(enter(begun(settingOf({ format, rounds: 2 }), 4), bot('late'), isBot))
    expect(late('roundRobin')).toBe('ENTRY_CLOSED')
    expect(late('knockout')).toBe('ENTRY_CLOSED')
    expect(late('swiss')).toBeUndefined()
    expect(late('ladder')).toBeUndefined()
    const lastRound = [duels('1-3 1, 2-4 1'), duels('1-2 1, 3-4 1')].reduce(
      (before, round) => withRound(before, round),
      begun(settingOf({ rounds: 2 }), 4),
    )
    expect(refused(enter(lastRound, bot('late'), isBot))).toBe('ENTRY_CLOSED')
  })
})

describe('withdrawing', () => {
  test('is recorded with its reason', () => {
    expect(withdraw(open({}, 2), 2, 'ill')).toEqual({ ok: true, records: [{ type: 'withdrew', entrant: 2, reason: 'ill' }] })
  })

  test('is for entrants who have not done so', () => {
    expect(refused(withdraw(open({}, 2), 3, ''))).toBe('NO_SUCH_ENTRANT')
    expect(refused(withdraw(open({}, 2), 0, ''))).toBe('NO_SUCH_ENTRANT')
    expect(refused(withdraw(recorded(open({}, 2), withdrew(1)), 1, ''))).toBe('ALREADY_WITHDRAWN')
  })
})

describe('starting', () => {
  test('is recorded once', () => {
    expect(start(open({}, 2))).toEqual({ ok: true, records: [{ type: 'started' }] })
    expect(refused(start(begun(settingOf(), 2)))).toBe('ALREADY_STARTED')
    expect(refused(start({ ...begun(settingOf(), 2), status: 'paused' }))).toBe('ALREADY_STARTED')
  })

  test('needs two entrants who have not withdrawn', () => {
    expect(refused(start(open({}, 1)))).toBe('TOO_FEW_ENTRANTS')
    expect(refused(start(recorded(open({}, 2), withdrew(1))))).toBe('TOO_FEW_ENTRANTS')
  })

  test.each(['roundRobin', 'swiss', 'knockout', 'ladder'] as const)('%s needs as many as a table has seats', (format) => {
    expect(refused(start(open({ format, seats: 4 }, 3)))).toBe('CANNOT_SEAT')
    expect(refused(start(open({ format, seats: 4 }, 4)))).toBeUndefined()
  })

  test('with players needs a clock, though the setting may have lost it since they entered', () => {
    const clocked = open({ clock: CLOCK })
    const two = [player('1'), player('2')].reduce(
      (before, candidate) => recordedAll(before, enter(before, candidate, isBot)),
      clocked,
    )
    expect(refused(start(two))).toBeUndefined()
    expect(refused(start({ ...two, setting: settingOf() }))).toBe('CLOCK_NEEDED')
  })

  test('of a round robin at large tables is for 64 at most', () => {
    expect(refused(start(open({ format: 'roundRobin', seats: 3 }, 65)))).toBe('CANNOT_SEAT')
    expect(refused(start(open({ format: 'roundRobin', seats: 3 }, 64)))).toBeUndefined()
    expect(refused(start(open({ format: 'roundRobin', seats: 2 }, 65)))).toBeUndefined()
  })

  test('is refused if there would be too many tables', () => {
    expect(refused(start(open({ format: 'roundRobin' }, 141)))).toBeUndefined()
    expect(refused(start(open({ format: 'roundRobin' }, 142)))).toBe('TOO_MANY_TABLES')
    expect(refused(start(open({ format: 'roundRobin', repeats: 2 }, 141)))).toBe('TOO_MANY_TABLES')
    const games = ['kingdoms', 'royals'].map((game) => ({ game, seats: 2 }))
    expect(refused(start(open({ format: 'roundRobin', games }, 100)))).toBeUndefined()
    expect(refused(start(open({ format: 'roundRobin', games }, 101)))).toBe('TOO_MANY_TABLES')
    expect(refused(start(open({ rounds: 1000 }, 20)))).toBeUndefined()
    expect(refused(start(open({ rounds: 1000 }, 22)))).toBe('TOO_MANY_TABLES')
    expect(refused(start(open({ format: 'knockout', repeats: 100 }, 101)))).toBeUndefined()
    expect(refused(start(open({ format: 'knockout', repeats: 100 }, 102)))).toBe('TOO_MANY_TABLES')
    expect(refused(start(open({ format: 'ladder', rounds: 1000 }, 22)))).toBe('TOO_MANY_TABLES')
    expect(refused(start(open({ format: 'ladder' }, 22)))).toBeUndefined()
  })
})

describe('pausing, resuming and ending', () => {
  const two = begun(settingOf({ format: 'roundRobin' }), 2)

  test('follow each other', () => {
    expect(pause(two)).toEqual({ ok: true, records: [{ type: 'paused' }] })
    expect(resume({ ...two, status: 'paused' })).toEqual({ ok: true, records: [{ type: 'resumed' }] })
    expect(refused(pause(open()))).toBe('NOT_RUNNING')
    expect(refused(pause({ ...two, status: 'paused' }))).toBe('NOT_RUNNING')
    expect(refused(resume(two))).toBe('NOT_PAUSED')
    expect(refused(resume(open()))).toBe('NOT_PAUSED')
  })

  test('an end makes all tables void that have not ended', () => {
    const round = {
      round: 1,
      tables: [1, 2, 3].map((number) => ({ number, round: 1, game: 0, seats: [1, 2], deal: number })),
      byes: [],
    }
    const made = recorded(recorded(two, { type: 'roundMade', ...round }), { type: 'tableBegun', table: 2, match: 'm' })
    const played = recorded(made, {
      type: 'tableEnded',
      table: 1,
      outcome: 'played',
      places: [
        { seat: 0, place: 1, score: 3 },
        { seat: 1, place: 2, score: 2 },
      ],
      left: [],
      head: 'h',
    })
    const empty = { type: 'tableEnded', outcome: 'void', places: [], left: [], head: null }
    expect(end(played)).toEqual({
      ok: true,
      records: [
        { ...empty, table: 2 },
        { ...empty, table: 3 },
        { type: 'ended', by: 'organiser' },
      ],
    })
    expect(end(open())).toEqual({ ok: true, records: [{ type: 'ended', by: 'organiser' }] })
  })

  test('nothing is done with a tournament that is over', () => {
    const done = over(two)
    const attempts = [enter(done, bot('x'), isBot), withdraw(done, 1, ''), start(done), pause(done), resume(done), end(done)]
    expect(attempts.map(refused)).toEqual(attempts.map(() => 'TOURNAMENT_OVER'))
  })
})

test('every code of the list was seen here', () => {
  expect([...seen].toSorted()).toEqual(TOURNAMENT_REFUSALS.toSorted())
})

const recordedAll = (before: Tournament, decided: Decided): Tournament =>
  (decided.ok ? decided.records : []).reduce(recorded, before)
