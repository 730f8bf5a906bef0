/** Local programs that play well, badly or not at all. They are written in the shell, which is there wherever they can be started. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { FAULTS } from '../../src/bots/local/fault.js'
import { lineReader } from '../../src/bots/local/lines.js'
import { type LocalPlayer, type LocalSetting, localPlayer } from '../../src/bots/local/player.js'
import { DecisionLine, EndLine, MOST_MOVES, OpeningLine } from '../../src/bots/local/protocol.js'
import { reportOn } from '../../src/bots/local/report.js'
import { thinking } from '../../src/bots/player.js'
import { random } from '../../src/bots/random.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { findGame, games } from '../../src/games/registry.js'
import { playMatch } from '../../src/match/offline/playing.js'
import { statesOf } from '../../src/match/offline/take-back.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { isAlive } from '../support/alive.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-local-'))
afterAll(() => rmSync(folder, { recursive: true }))

const kingdoms = findGame('kingdoms') as AnyGame
const SOON: LocalSetting = { limitMs: 20_000, onFault: 'forfeit' }

/** A program that does something for every decision it is asked for. */
const onDecision = (action: string): string =>
  `while read -r line; do case "$line" in *'"type":"decision"'*) ${action};; esac; done`
const HONEST = onDecision('echo 0')

/** Seat 0 is played by the program, all others by random moves. */
async function play(command: string, setting: Partial<LocalSetting> = {}, { game = kingdoms, matches = 1, seats = 2 } = {}) {
  const player = localPlayer('the program', command, { ...SOON, ...setting })
  const players = [player, ...Array.from({ length: seats - 1 }, () => thinking(random))]
  const simulations = []
  const options = game.schema.options.parse({})
  for (let match = 1; match <= matches; match++)
    simulations.push(await playMatch(game, { seats, options, seed: 1, match }, players))
  await player.end()
  for (const { transcript } of simulations)
    expect(verifyTranscript(transcript)).toEqual({ ok: true, entries: transcript.entries.length, over: true })
  return { player, simulations, transcript: itemAt(simulations, 0).transcript }
}

const kindsOf = ({ counts }: LocalPlayer) => Object.fromEntries(counts)

describe('a program that plays', () => {
  test.each(games.map(({ id }) => id))('%s: is told what its seat may know, and nothing else', async (id) => {
    const game = findGame(id) as AnyGame
    const file = join(folder, `${id}.ndjson`)
    const { player, transcript, simulations } = await play(`tee '${file}' | ${HONEST}`, {}, { game, seats: game.seats.min })
    expect(player.faults).toEqual([])
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { match, options, seats, entries } = transcript
    expect(OpeningLine.parse(lines.shift())).toEqual({ type: 'start', match, game: id, seats, seat: 0, options })
    expect(EndLine.parse(lines.pop())).toEqual({ type: 'end', match, game: id, seats, seat: 0, places: simulations[0]?.places })
    const mine = entries.filter(({ command }) => command.type === 'move' && command.seat === 0)
    expect(lines).toHaveLength(mine.length)
    expect(player.moves.count).toBe(mine.length)
    const states = statesOf(game, game.initial(options, seats), entries)
    for (const line of lines) {
      const { version, view, decision, legalMoves, limitMs } = DecisionLine.parse(line)
      const state = states[version]
      expect(view).toEqual(JSON.parse(JSON.stringify(game.view(state, 0))))
      expect(game.phase(state).awaiting).toContainEqual({ seat: 0, decision })
      const moves = game.legalMoves(state, 0)
      expect(legalMoves).toMatchObject({ version, seat: 0, decision, total: moves.size, complete: moves.complete })
      expect(legalMoves.moves).toHaveLength(Math.min(moves.size, MOST_MOVES))
      expect(itemAt(entries, version).command).toMatchObject({ move: itemAt(legalMoves.moves, 0).move })
      expect(limitMs).toBe(SOON.limitMs)
    }
  })

  test('answers with a move as well as with an index', async () => {
    const first = '{"type":"placeCastle","rank":1,"row":1,"column":1}'
    const { transcript, player } = await play(`read -r start; read -r ask; echo '${first}'; ${HONEST}`)
    expect(player.faults).toEqual([])
    const move = transcript.entries.find(({ command }) => command.type === 'move' && command.seat === 0)
    expect(move?.command).toMatchObject({ move: JSON.parse(first) })
  })

  test('is one process for all matches', async () => {
    const file = join(folder, 'starts')
    const { player } = await play(`echo start >> '${file}'; ${HONEST}`, {}, { matches: 3 })
    expect(player.faults).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('start\n')
  })

  test('may end after each match', async () => {
    const file = join(folder, 'anew')
    const untilEnd = HONEST.replace('esac', `*'"type":"end"'*) exit 0;; esac`)
    const { player } = await play(`echo start >> '${file}'; ${untilEnd}`, {}, { matches: 3 })
    expect(player.faults).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('start\n'.repeat(3))
  })
})

/** What it does, the kind of fault, what is said of it, and what it wrote. */
const FAULTY: [string, string, (typeof FAULTS)[number], RegExp, RegExp | undefined][] = [
  ['is not there', 'no-such-program --fast', 'didNotStart', /could not run the command \(exit code 127\)/, undefined],
  ['dies at once', 'exit 3', 'died', /exit code 3/, undefined],
  ['dies when asked', onDecision('kill -TERM $$'), 'died', /ended by SIGTERM/, undefined],
  ['hangs', onDecision('sleep 600'), 'tookTooLong', /no answer within 0\.3 s/, undefined],
  ['does not read', 'sleep 600', 'tookTooLong', /no answer within 0\.3 s/, undefined],
  ['prints no JSON', onDecision('echo thinking about it'), 'nonsense', /expected one line of JSON/, /^thinking about it$/],
  ['prints JSON that is no move', onDecision('echo "[1]"'), 'nonsense', /expected one line of JSON/, /^\[1\]$/],
  ['prints an empty line', onDecision('echo'), 'nonsense', /expected one line of JSON/, /^$/],
  ['names a move that is not listed', onDecision('echo 100000'), 'nonsense', /index of a legal move, 0 to \d+/, /^100000$/],
  [
    'makes a move that is none of the game',
    onDecision(`echo '{"type":"castle"}'`),
    'illegalMove',
    /^MALFORMED_MOVE: .*type/,
    /^{"type":"castle"}$/,
  ],
  [
    'makes a move that the rules refuse',
    onDecision(`echo '{"type":"placeCastle","rank":1,"row":1,"column":1}'`),
    'illegalMove',
    /^[A-Z_]+: .+/,
    /^{"type":"placeCastle"/,
  ],
  ['answers twice', onDecision(`printf '0\\n1\\n'`), 'spokeUnasked', /although nothing was asked/, /^1$/],
  ['writes lines without end', onDecision('yes 0'), 'spokeUnasked', /although nothing was asked/, /^0$/],
  ['writes a line without end', onDecision(`yes | tr -d '\\n'`), 'flooded', /more than 1000000 characters/, /^y{200}\.\.\.$/],
]

describe('a program that', () => {
  test.each(FAULTY)('%s: its seat leaves, and the report says why', async (_, command, kind, reason, line) => {
    const { player, transcript } = await play(command, kind === 'tookTooLong' ? { limitMs: 300 } : {})
    expect(kindsOf(player)).toEqual({ [kind]: 1 })
    const { version = 0, command: last } = transcript.entries.at(-1) ?? {}
    expect(last).toEqual({ type: 'leave', seat: 0, reason: kind === 'tookTooLong' ? 'timeout' : 'removed' })
    const fault = itemAt(player.faults, 0)
    expect(fault).toMatchObject({ kind, match: 1, seat: 0, move: version - 1, reason: expect.stringMatching(reason) })
    if (line) expect(fault.line).toMatch(line)
    else expect(fault.line).toBeUndefined()
    const [summary = '', detail = '', written] = reportOn([player])
    expect(summary).toMatch(/^the program: .*; 1 fault \(.+: 1\)$/)
    expect(detail).toMatch(new RegExp(`^ {2}match 1, seat 0, move ${version - 1}: .+: `))
    if (line) expect(written).toMatch(/^ {4}it wrote: ./)
  })

  test.each(FAULTY.filter(([name]) => !/hangs|does not read/.test(name)))(
    '%s: a random move is made for it, if that is the rule',
    async (_, command, kind) => {
      const { player, transcript } = await play(command, { onFault: 'random' })
      expect(transcript.entries.every(({ command }) => command.type !== 'leave')).toBe(true)
      const mine = transcript.entries.filter(({ command }) => command.type === 'move' && command.seat === 0).length
      const faults = [...player.counts.values()].reduce((sum, times) => sum + times, 0)
      expect(player.counts.get(kind)).toBeGreaterThan(0)
      expect(player.moves.count + faults).toBe(mine)
    },
  )

  test('thinks aloud is not believed what it says next', async () => {
    const { player, transcript } = await play(onDecision('echo hm; echo 0'), { onFault: 'random' })
    const mine = transcript.entries.filter(({ command }) => command.type === 'move' && command.seat === 0).length
    expect(kindsOf(player)).toEqual({ nonsense: mine })
  })

  test('never answers is not started for ever', async () => {
    const file = join(folder, 'hopeless')
    const { player } = await play(`echo start >> '${file}'; exit 1`, { onFault: 'random' })
    expect(readFileSync(file, 'utf8')).toBe('start\n'.repeat(3))
    expect(player.counts.get('died')).toBe(3)
    expect(player.counts.get('givenUp')).toBeGreaterThan(10)
    expect(player.faults).toHaveLength(20)
    expect(reportOn([player]).at(-1)).toMatch(/^ {2}and \d+ more$/)
  })

  test('has died is started anew for the next match', async () => {
    const oneMove = 'read -r start; read -r ask; echo 0; read -r ask; exit 1'
    const { player, simulations } = await play(oneMove, {}, { matches: 3 })
    expect(kindsOf(player)).toEqual({ died: 3 })
    expect(player.faults.map(({ match }) => match)).toEqual([1, 2, 3])
    expect(simulations.map(({ places }) => places.at(-1)?.seat)).toEqual([0, 0, 0])
  })

  test('is started in the middle of a match is told which', async () => {
    const file = join(folder, 'again.ndjson')
    const dying = `read -r start; printf '%s\\n' "$start" >> '${file}'; read -r ask; echo 0; read -r ask; exit 1`
    await play(dying, { onFault: 'random' })
    const starts = new Set(readFileSync(file, 'utf8').trimEnd().split('\n'))
    expect(starts.size).toBe(1)
    expect(OpeningLine.parse(JSON.parse([...starts][0] ?? ''))).toMatchObject({ match: 'simulated-kingdoms-1-1' })
  })

  test('complains on standard error is quoted, the last 20 lines of it, in plain characters', async () => {
    const noisy = `i=0; while [ $i -lt 30 ]; do i=$((i+1)); printf 'line \\033[31m%s\\n' $i >&2; done; exit 1`
    const { player } = await play(noisy)
    expect(itemAt(player.faults, 0).stderr).toHaveLength(20)
    const quoted = reportOn([player]).filter((line) => line.startsWith('    standard error: '))
    expect(quoted).toHaveLength(20)
    expect(quoted.at(-1)).toBe('    standard error: line ?[31m30')
  })

  test('has started others does not leave them behind', async () => {
    const file = join(folder, 'pid')
    await play(`sleep 600 & echo $! > '${file}'; wait`, { limitMs: 300 })
    await vi.waitFor(() => expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false), { timeout: 10_000 })
  })

  test('does not end when its input does is ended', async () => {
    const file = join(folder, 'stubborn')
    await play(`echo $$ > '${file}'; ${HONEST}; while :; do sleep 1; done`)
    await vi.waitFor(() => expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false), { timeout: 10_000 })
  })
})

test('lines are whole however their bytes arrive, and bounded', () => {
  const lines: string[] = []
  const long: string[] = []
  const take = lineReader(
    10,
    (line) => lines.push(line),
    (line) => long.push(line),
  )
  for (const byte of Buffer.from('Régents\r\n\nok\n')) take(Buffer.from([byte]))
  take(Buffer.from('one\ntwo\nthr'))
  take(Buffer.from('ee\n'))
  expect(lines).toEqual(['Régents', '', 'ok', 'one', 'two', 'three'])
  take(Buffer.from('x'.repeat(11)))
  expect(long).toEqual(['x'.repeat(11)])
})
