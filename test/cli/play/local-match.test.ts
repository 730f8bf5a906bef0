/** A local match: who is shown what, and what is kept. */
import { describe, expect, test } from 'vitest'
import type { Question } from '../../../src/bots/thinking/question.js'
import answerTo from '../../../src/bots/thinking/worker.js'
import { localMatch, newLocalMatch, type Sitter, sittersOf } from '../../../src/cli/play/local-match.js'
import { games } from '../../../src/games/registry.js'
import { statesOf } from '../../../src/match/offline/take-back.js'
import { formatTranscript, readTranscript, type Transcript, verifyTranscript } from '../../../src/match/offline/transcript.js'

const OWN = 1
const never = new AbortController().signal

describe.each(games.map((game) => [game.id, game] as const))('%s', (_, game) => {
  const options = game.schema.options.parse({})
  const sitters: Sitter[] = new Array<Sitter>(game.seats.min).fill('random').with(OWN, 'you')
  const begin = (saved: string[] = []) => {
    const transcript = newLocalMatch({ game, options, sitters, secret: new Uint8Array(32).fill(7) })
    const asked: { question: Question; version: number }[] = []
    const think = async (question: Question) => {
      asked.push({ question, version: transcript.entries.length })
      return answerTo(question)
    }
    const keeping = { file: 'none', save: (kept: Transcript) => void saved.push(formatTranscript(kept)) }
    return { transcript, asked, match: localMatch({ game, transcript, sitters, keeping, think }) }
  }
  const stateAt = ({ entries }: Transcript, version: number) =>
    statesOf(game, game.initial(options, game.seats.min), entries)[version]

  test('the person and each bot are shown the view of their own seat, and the person hears its notices alone', async () => {
    const { transcript, asked, match } = begin()
    for (let turn = 0; turn < 12; turn++) {
      const standing = await match.next(never, () => {})
      expect(standing?.view).toEqual(game.view(stateAt(transcript, transcript.entries.length), OWN))
      await match.play(standing?.offered[0]?.move)
    }
    expect(asked.length).toBeGreaterThan(5)
    for (const { question, version } of asked) {
      expect(question.seat).not.toBe(OWN)
      expect(question.view).toEqual(game.view(stateAt(transcript, version), question.seat))
    }
    const heard = transcript.entries.flatMap(({ events }) =>
      events.flatMap((event) => {
        const notice = game.notice(event, OWN)
        return notice ? [game.describe.notice(notice)] : []
      }),
    )
    expect(await match.log()).toEqual(heard)
  })

  test('after every entry the file is a whole match that verifies, and tells who sits where', async () => {
    const saved: string[] = []
    const { match } = begin(saved)
    for (let turn = 0; turn < 4; turn++) await match.play((await match.next(never, () => {}))?.offered[0]?.move)
    expect(saved.length).toBeGreaterThan(4)
    for (const [index, text] of saved.entries()) {
      const read = readTranscript(text)
      if (!read.ok) throw new Error(read.problem)
      expect(verifyTranscript(read.transcript)).toMatchObject({ ok: true, entries: index + 1 })
      expect(sittersOf(read.transcript)).toEqual(sitters)
    }
  })

  test('a match that is gone on with is the match that would have been', async () => {
    const whole = begin()
    const half = begin()
    for (let turn = 0; turn < 3; turn++)
      for (const { match } of [whole, half]) await match.play((await match.next(never, () => {}))?.offered.at(-1)?.move)
    const transcript = structuredClone(half.transcript)
    const resumed = localMatch({
      game,
      transcript,
      sitters,
      keeping: { file: 'none', save: () => {} },
      think: async (one) => answerTo(one),
    })
    await Promise.all([whole.match, resumed].map((match) => match.next(never, () => {})))
    expect(transcript).toEqual(whole.transcript)
  })
})

test('a bot that answers with what the rules refuse does not stop the match', async () => {
  const [game] = games
  if (!game) throw new Error('no game')
  const transcript = newLocalMatch({ game, options: game.schema.options.parse({}), sitters: ['greedy', 'you'] })
  const keeping = { file: 'none', save: () => {} }
  const match = localMatch({
    game,
    transcript,
    sitters: ['greedy', 'you'],
    keeping,
    think: async () => ({ type: 'placeTile', row: 1, column: 1 }),
  })
  for (let turn = 0; turn < 3; turn++) await match.play((await match.next(never, () => {}))?.offered[0]?.move)
  expect(verifyTranscript(transcript)).toMatchObject({ ok: true })
})
