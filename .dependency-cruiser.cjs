/** The import rules of the project: who may know whom. Type-only imports count too. */

const GAME = '^src/games/([^/]+)/'
const A_GAMES_INSIDE = '^src/games/[^/]+/'
const GAMES_SHARED = '^src/games/[^/]+\\.ts$'
const REGISTRY = '^src/games/registry\\.ts$'
const ZOD = '(^|/)node_modules/zod/'

/** What may be used from outside the server: nothing that it is on trial for. */
const PUBLIC = [
  '^src/client/index\\.ts$',
  '^src/games/(contract|registry|lists)\\.ts$',
  '^src/match/(awaiting|shapes|transcript)\\.ts$',
  '^src/accounts/caller\\.ts$',
  '^src/api/errors\\.ts$',
  '^src/dice/(labelled|seeded)\\.ts$',
  '^src/platform/(failure|problem)\\.ts$',
]

/** A rule that allows a folder only the listed targets. */
const only = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [].concat(to) },
})

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-cycles', 'Files form a DAG, so that each can be read after those it stands on.', {}, { circular: true }),
    never('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    never(
      'nothing-from-tests',
      'What runs in production knows no test and no campaign.',
      { path: '^src/' },
      { path: '^(test|bench|campaigns|scripts)/' },
    ),

    never(
      'games-know-no-other-game',
      'A game stands on zod, its own files and the shared files beside the folders.',
      { path: GAME },
      { pathNot: ['^src/games/$1/', GAMES_SHARED, ZOD] },
    ),
    never('games-know-no-registry', 'The registry knows the games, never the reverse.', { path: GAME }, { path: REGISTRY }),
    never(
      'shared-game-files-stand-alone',
      'What all games share imports only zod and its like.',
      { path: GAMES_SHARED, pathNot: REGISTRY },
      { pathNot: [GAMES_SHARED, ZOD] },
    ),
    never(
      'shared-game-files-know-no-registry',
      'The registry stands on the shared files, never the reverse.',
      { path: GAMES_SHARED, pathNot: REGISTRY },
      { path: REGISTRY },
    ),
    only('registry-knows-each-games-index', 'The registry takes a game by its index and nothing else.', REGISTRY, [
      '^src/games/[^/]+/index\\.ts$',
      GAMES_SHARED,
      ZOD,
    ]),
    never(
      'engines-use-no-node',
      'Engines are pure: no files, no network, no crypto.',
      { path: '^src/games/' },
      { dependencyTypes: ['core'] },
    ),
    never(
      'no-one-sees-a-games-inside',
      'A game is used through the contract and the registry.',
      { path: '^src/', pathNot: '^src/games/' },
      { path: A_GAMES_INSIDE },
    ),

    never(
      'no-way-around-match',
      'Transports, jobs, tournaments and bots go through src/match and src/accounts: one write path, one read path.',
      { path: '^src/(api|jobs|tournaments|bots)/' },
      { path: ['^src/log/', '^src/platform/database\\.ts$'] },
    ),
    never(
      'log-stands-on-platform',
      'The log stores entries; it knows neither rules nor matches, and of games only the words of the contract.',
      { path: '^src/log/' },
      { path: '^src/', pathNot: ['^src/(log|platform|dice|generated)/', '^src/games/contract\\.ts$'] },
    ),
    never(
      'match-stands-on-log-games-dice-platform',
      'The write path knows no transport, no bot and no tournament; of accounts it knows who is calling.',
      { path: '^src/match/' },
      { path: '^src/', pathNot: ['^src/(match|log|games|dice|platform|generated)/', '^src/accounts/caller\\.ts$'] },
    ),
    never(
      'platform-stands-alone',
      'Config, logger, database and bus serve any application.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    never(
      'only-the-process-knows-the-app',
      'app.ts wires everything; nothing it wires may reach back.',
      { path: '^src/', pathNot: '^src/((app|server|generate)\\.ts$|cli/)' },
      { path: '^src/(app|server)\\.ts$' },
    ),
    never(
      'campaigns-stand-outside',
      'Campaigns judge a running server: they use the SDK, the rules, published shapes and the check of a transcript.',
      { path: '^campaigns/' },
      { path: '^src/', pathNot: PUBLIC },
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript API; swc reads the sources instead, type-only imports included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/generated/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
