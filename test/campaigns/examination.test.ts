/**
 * The leaks campaign is worth what its examination can find: each leak, planted in what a listener has recorded or in the rules,
 * must be found. `npm run campaign -- plants` does the same with a real server.
 */
import { describe, expect, test } from 'vitest'
import { chance } from '../../campaigns/chance.js'
import { askCheck, type Moment, restAsks } from '../../campaigns/leaks/asks.js'
import { type Evidence, examine } from '../../campaigns/leaks/examination.js'
import { graphqlAsks } from '../../campaigns/leaks/graphql-asks.js'
import type { Filed } from '../../campaigns/leaks/listener.js'
import { type Facts, type Truth, truthOf } from '../../campaigns/leaks/truth.js'
import type { AnyGame, Decision } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { registered } from '../../src/games/registry.js'
import { simulateMatch } from '../../src/match/offline/simulation.js'

const game: AnyGame = registered.kingdoms
const LISTENER = 0

const { transcript: log } = simulateMatch(game, { seats: 2, options: game.schema.options.parse({}), seed: 1, match: 1 })
const holders = ['0', '1'].map((name) => ({ id: name, name, kind: 'bot' as const, createdAt: '2026-01-01T00:00:00.000Z' }))
const facts: Facts = { id: log.match, visibility: 'public', invitation: null, holders, seat: LISTENER }

const truth = truthOf(facts, log)
const candidates = log.entries.flatMap(({ command }) => (command.type === 'move' ? [command.move] : []))

/** Every question, asked again and again in the course of the match, with the answer that the rules in `truth` allow. */
function answers(truth: Truth): Filed[] {
  const random = chance(1)
  return log.entries.slice(0, -1).map(({ version }) => {
    const moment: Moment = { id: log.match, game, version, isOver: false, random, candidates }
    const ask = random.pick(random.once(3) ? graphqlAsks(moment) : restAsks(moment))(moment)
    return answer(moment, ask, truth)
  })
}

function answer({ version }: Pick<Moment, 'version'>, ask: Filed['ask'], truth: Truth): Filed {
  const { status, body } = ask.expect(truth)
  const { errors, ...data } = { errors: undefined, ...JSON.parse(JSON.stringify(body)) }
  const sent = ask.path === '/graphql' ? { data } : ask.name === 'the list of matches' ? { items: body } : body
  expect(errors).toBeUndefined()
  return { ask, match: log.match, version, status, headers: {}, text: JSON.stringify(sent) }
}

const honest: Evidence = {
  truths: new Map([[log.match, truth]]),
  filed: answers(truth),
  overheard: [{ match: log.match, by: 'NDJSON', items: truth.items(0, truth.end), refused: false }],
  connections: [],
  output: '',
  tokens: ['chy_token'],
}

const sent = (text: string): Evidence => ({ ...honest, connections: [[{ at: 0, bytes: Buffer.from(text) }]] })
const drawn = log.entries.flatMap(({ rolls }) => rolls.flatMap((roll) => ('pile' in roll ? roll.took : [])))
const told = (viewer: 0 | 1 | 'referee'): unknown[] =>
  log.entries.map((entry, index) => ({
    ...truth.item(index + 1),
    notices: entry.events.flatMap((event) => game.notice(event, viewer) ?? []),
  }))

describe('examination', () => {
  test('an honest record passes', () => {
    const { failures, counts } = examine(honest)
    expect(failures).toEqual([])
    expect(counts['entries that hid something from the seat']).toBeGreaterThan(5)
    expect(counts['draws exchanged that the seat could not see']).toBeGreaterThan(5)
  })

  test.each<[string, Evidence, RegExp]>([
    [
      'notices of all seats',
      { ...honest, overheard: [{ match: log.match, by: 'NDJSON', items: told('referee'), refused: false }] },
      /in the NDJSON, \d+\.notices/,
    ],
    ['the secret, in hex', sent(`{"secret":"${log.secret}"}`), /the secret of match .* was sent before the end/],
    [
      'the secret, in base64',
      sent(Buffer.from(log.secret, 'hex').toString('base64')),
      /the secret of match .* was sent before the end/,
    ],
    ['the secret in the log', { ...honest, output: log.secret }, /the secret of match .* is in the server's log/],
    ['rolls in the log', { ...honest, output: JSON.stringify(log.entries.map(({ rolls }) => rolls)) }, /is in the server's log/],
    ['a token', sent('chy_token'), /a token was sent or logged/],
    ['the id of a hidden piece', sent(drawn.join()), /was sent, which only the truth holds/],
    ['a header too many', withHeader('x-served-by', 'land3/2'), /the header x-served-by says "land3\/2"/],
    ['a tag that is not made of the body', withHeader('etag', '"v1-s0-000000000000"'), /the tag is "v1-s0-0/],
    ['a field too many', spoilt((body) => ({ ...body, hand: 'land3/2' })), /hand is "land3\/2", not absent/],
    ['another status', { ...honest, filed: honest.filed.map((one) => ({ ...one, status: 418 })) }, /the status is 418, not 200/],
  ])('found in what was recorded: %s', (_, evidence, finds) => {
    expect(examine(evidence).failures.join('\n')).toMatch(finds)
  })

  test.each<[string, Partial<AnyGame>, RegExp]>([
    [
      'a notice that tells everybody',
      { notice: (event, viewer) => game.notice(event, event.type === 'TileDrawn' ? 'referee' : viewer) },
      /was told that .* was drawn and not .*, which it cannot see/,
    ],
    [
      'a view that shows another hand',
      { view: (state, viewer) => game.view(state, viewer === LISTENER && state.epoch === 2 ? 1 : viewer) },
      /the view (of \d )?(shows whether|depends on what the seat cannot know)/,
    ],
    [
      'a refusal that depends on the hand of another',
      { decide: tellingRefusal },
      /is refused depends on what the seat cannot know/,
    ],
  ])('found in the rules, although the examination uses the same: %s', (_, leak, finds) => {
    const leaky = truthOf(facts, log, { ...game, ...leak })
    const moments = log.entries
      .slice(0, -1)
      .map(({ version }) => ({ version, id: log.match, game, isOver: false, random: chance(1), candidates }))
    const filed = moments.map((moment): Filed => ({ ...itemAt(honest.filed, 0), ask: askCheck(moment), version: moment.version }))
    const { failures } = examine({ ...honest, truths: new Map([[log.match, leaky]]), filed })
    expect(failures.join('\n')).toMatch(finds)
  })
})

function withHeader(name: string, value: string): Evidence {
  return { ...honest, filed: honest.filed.map((one) => ({ ...one, headers: { [name]: value } })) }
}

function spoilt(spoil: (body: object) => object): Evidence {
  return { ...honest, filed: honest.filed.map((one) => ({ ...one, text: JSON.stringify(spoil(JSON.parse(one.text))) })) }
}

function tellingRefusal(...args: Parameters<AnyGame['decide']>): Decision<unknown> {
  const decision = game.decide(...args)
  if (decision.ok) return decision
  const hands = args[0].players.map(({ startTile }: { startTile: string }) => startTile)
  return { ok: false, refusal: { ...decision.refusal, message: decision.refusal.message + hands } }
}
