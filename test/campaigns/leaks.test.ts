import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { leaks } from '../../src/campaigns/leaks.js'
import { SHORT } from '../../src/campaigns/options.js'
import { games } from '../../src/games/registry.js'
import { campaignWith, leakyServer, type Plant } from './leaky.js'

const TIME = 180_000
const quiet = () => {}

/** Leaks of the server alone; the campaign knows the rules as they are. */
const IN_THE_SERVER: Record<string, Plant & { finds: RegExp }> = {
  'notices of all seats': {
    file: 'match/redaction.js',
    from: 'game.notice(event, viewer)',
    to: "game.notice(event, 'referee')",
    finds: /secretTile is "\w+", not null/,
  },
  'the secret in a card of a running match': {
    file: 'match/cards.js',
    from: "case when m.status = 'over' then s.sealed end as sealed",
    to: 's.sealed',
    finds: /the secret of match .* was sent before the end/,
  },
  'the secret in a refusal': {
    file: 'match/submission.js',
    from: 'message: `You expected',
    to: "message: Buffer.from(live.fixed.secret).toString('base64') + `You expected",
    finds: /asked for a stale move, detail is/,
  },
  'one header too many': {
    file: 'api/http/server.js',
    from: "reply.header('x-request-id', request.id)",
    to: "reply.header('x-request-id', request.id).header('x-served-by', 'land3/2')",
    finds: /the header x-served-by says "land3\/2"/,
  },
  'rolls in the log': {
    file: 'match/table.js',
    from: 'const unhashed =',
    to: 'console.log(JSON.stringify(rolls)); const unhashed =',
    finds: /is in the server's log/,
  },
}

/** Leaks of the rules: the campaign works out its answers with the very same rules. */
const IN_THE_RULES: Record<string, Plant & { finds: RegExp }> = {
  'a notice that tells everybody': {
    file: 'games/kingdoms/view.js',
    from: "const maySee = viewer === 'referee' || viewer === event.seat",
    to: "const maySee = viewer === 'referee' || event.type === 'TileDrawn' || viewer === event.seat",
    finds: /was told that .* was drawn and not .*, which it cannot see/,
  },
  'a view that shows another hand': {
    file: 'games/kingdoms/view.js',
    from: 'const own = typeof viewer',
    to: 'const peek = state.players.findIndex((_, seat) => seat !== viewer); viewer = typeof viewer === "number" && state.epoch === 2 ? peek : viewer; const own = typeof viewer',
    finds: /the view (of \d )?(shows whether|depends on what the seat cannot know)/,
  },
  'a refusal that depends on the hand of another': {
    file: 'games/deciding.js',
    from: 'return { ok: false, refusal };',
    to: 'return { ok: false, refusal: { ...refusal, message: refusal.message + state.players.map(({ startTile }) => startTile) } };',
    finds: /is refused depends on what the seat cannot know/,
  },
}

describe('leaks', () => {
  test('in random matches of all games, nothing is sent to a seat that it could not know', { timeout: TIME }, async () => {
    const { counts, failures } = await leaks({ seed: 1, ...SHORT.leaks, matches: games.length }, quiet)
    expect(failures).toEqual([])
    expect(counts.matches).toBe(games.length)
    expect(counts['entries that hid something from the seat']).toBeGreaterThan(5)
    expect(counts['draws exchanged that the seat could not see']).toBeGreaterThan(5)
  })

  test('leaks that are planted in the server are found', { timeout: TIME }, async () => {
    const folder = await leakyServer(Object.values(IN_THE_SERVER))
    try {
      const { failures } = await leaks(
        { seed: 2, ...SHORT.leaks, matches: 2, game: 'kingdoms', server: `${folder}/dist/server.js` },
        quiet,
      )
      const missed = Object.entries(IN_THE_SERVER).filter(([, { finds }]) => !failures.some((failure) => finds.test(failure)))
      expect(missed.map(([name]) => name)).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('leaks that are planted in the rules are found, although the campaign uses the same rules', {
    timeout: TIME,
  }, async () => {
    const { code, output } = await campaignWith(Object.values(IN_THE_RULES), [
      'leaks',
      '--matches',
      '3',
      '--game',
      'kingdoms',
      '--seed',
      '3',
    ])
    expect(code).toBe(1)
    const missed = Object.entries(IN_THE_RULES).filter(([, { finds }]) => !finds.test(output))
    expect(missed.map(([name]) => name)).toEqual([])
  })
})
