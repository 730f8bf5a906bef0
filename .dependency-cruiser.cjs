/** The import rules of the project: who may know whom. Type-only imports count too. */

const GAME = '^src/games/([^/]+)/'
const A_GAMES_INSIDE = '^src/games/[^/]+/'
const GAMES_SHARED = '^src/games/[^/]+\\.ts$'
const REGISTRY = '^src/games/registry\\.ts$'
const ZOD = '(^|/)node_modules/zod/'

/** The arithmetic of clocks, which knows no database. */
const PURE_CLOCKS = '^src/clocks/(absence|clock|times|deadlines|verdict)\\.ts$'

/** What bots are called; how they play is behind it. */
const BOT_NAMES = '^src/bots/names\\.ts$'

/** What may be used from outside the server: nothing that it is on trial for. */
const PUBLIC = [
  '^src/client/index\\.ts$',
  '^src/games/(contract|registry|lists)\\.ts$',
  '^src/match/shapes\\.ts$',
  '^src/match/offline/(step|transcript)\\.ts$',
  '^src/accounts/caller\\.ts$',
  '^src/api/http/errors\\.ts$',
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
      'Transports, jobs and bots go through src/match and src/accounts: one write path, one read path.',
      { path: '^src/(api|jobs|bots)/' },
      { path: ['^src/log/', '^src/platform/database\\.ts$'] },
    ),
    never(
      'tournaments-stand-on-match',
      'They keep a log of their own, and ask for matches as any client would: never by the log or its tables.',
      { path: '^src/tournaments/' },
      { path: ['^src/log/', '^src/api/', '^src/webhooks/', '^src/(app|server)\\.ts$'] },
    ),
    never(
      'tournaments-without-a-server-need-none',
      'A tournament is run, kept, checked and told on any machine with a file: no Postgres, no server, no other part of match than what is offline.',
      { path: '^src/tournaments/(local|archive|export|report)/' },
      {
        path: ['^src/', '(^|/)node_modules/pg/'],
        pathNot: [
          '^src/tournaments/',
          '^src/match/offline/',
          '^src/bots/',
          '^src/dice/',
          '^src/games/[^/]+\\.ts$',
          '^src/platform/(byte-lines|canonical-json|complaint|doubled-key|failure|thrown|threads|turns)\\.ts$',
        ],
      },
    ),
    never(
      'archives-know-no-run',
      'The file of a tournament is read, whoever wrote it: this machine or a server.',
      { path: '^src/tournaments/(archive|export|report)/' },
      { path: '^src/tournaments/local/' },
    ),
    never(
      'sheets-and-pages-are-pure',
      'They are made of what is given, so that the command line and the API tell the same.',
      { path: '^src/tournaments/(export|report)/' },
      { dependencyTypes: ['core'] },
    ),
    never(
      'one-file-knows-the-worker',
      'Whoever has work for later adds a job; how jobs are kept is decided in one place.',
      { pathNot: '^src/jobs/jobs\\.ts$' },
      { path: '(^|/)node_modules/graphile-worker/' },
    ),
    never(
      'webhooks-stand-on-match',
      'They hear of matches by its interface, as any client would, and never read the log.',
      { path: '^src/webhooks/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(webhooks|jobs|platform)/',
          '^src/match/matches\\.ts$',
          '^src/accounts/(caller|lists)\\.ts$',
          '^src/games/(described|lists)\\.ts$',
        ],
      },
    ),
    never(
      'ratings-stand-on-match',
      'They hear of results by what matches give out, as any client would, and never read the log.',
      { path: '^src/ratings/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(ratings|platform)/',
          '^src/match/rated-ends\\.ts$',
          '^src/accounts/(caller|lists)\\.ts$',
          '^src/games/(described|lists)\\.ts$',
        ],
      },
    ),
    never(
      'ratings-have-a-pure-part',
      'What a result does to ratings, and how they are drawn, needs no database: tournaments use it too.',
      { path: '^src/ratings/(rating|rate|tally|plot)\\.ts$' },
      { path: ['^src/platform/database\\.ts$', '(^|/)node_modules/pg/'] },
    ),
    never(
      'one-file-knows-openskill',
      'By which model ratings are worked out is decided in one place.',
      { pathNot: '^src/ratings/rate\\.ts$' },
      { path: '(^|/)node_modules/openskill/' },
    ),
    never(
      'jobs-stand-on-platform',
      'Jobs know nothing of what is done in them.',
      { path: '^src/jobs/' },
      { path: '^src/', pathNot: '^src/(jobs|platform)/' },
    ),
    never(
      'dice-stand-on-the-contract',
      'Dice know the words of the contract and its lists; they are used by matches, tests and bots alike.',
      { path: '^src/dice/' },
      { path: '^src/', pathNot: ['^src/dice/', '^src/games/(contract|lists)\\.ts$'] },
    ),
    never(
      'log-stands-on-platform',
      'The log stores entries; it knows neither rules nor matches, and of games only the words of the contract and how schemas explain themselves.',
      { path: '^src/log/' },
      {
        path: '^src/',
        pathNot: ['^src/(log|platform|dice|generated)/', '^src/games/(contract|described)\\.ts$', '^src/clocks/times\\.ts$'],
      },
    ),
    never(
      'match-stands-on-log-games-dice-platform',
      'The write path knows no transport, no tournament and of bots only their names; of accounts it knows who is calling, and who is the house.',
      { path: '^src/match/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(match|log|games|dice|platform|generated)/',
          '^src/accounts/(caller|house-ids)\\.ts$',
          BOT_NAMES,
          PURE_CLOCKS,
        ],
      },
    ),
    never(
      'clock-arithmetic-is-pure',
      'What clocks say can be worked out from a file: no Postgres, no server, no matches.',
      { path: PURE_CLOCKS },
      { path: '^src/', pathNot: [PURE_CLOCKS, BOT_NAMES, '^src/games/described\\.ts$', '^src/log/entry\\.ts$'] },
    ),
    never(
      'match-is-used-through-its-interface',
      'Others ask matches.ts, in the words of shapes.ts, and use what needs no database; only app.ts and match-wiring.ts put the parts together. Examples for pages are made by generate.ts.',
      { path: '^src/', pathNot: ['^src/match/', '^src/(app|match-wiring|generate|rules-example)\\.ts$'] },
      { path: ['^src/match/(store|viewing|play|lobby|streams|orders|worlds)/', '^src/match/service\\.ts$'] },
    ),
    never(
      'match-parts-know-no-service',
      'service.ts puts the parts together; none of them may reach back.',
      { path: '^src/match/[^/]+/' },
      { path: '^src/match/service\\.ts$' },
    ),
    never(
      'match-offline-needs-no-database',
      'A step, a simulation and the proof of a transcript run on any machine with a file: no Postgres, no server, no other part of match.',
      { path: '^src/match/offline/' },
      {
        path: [
          '^src/match/(store|viewing|play|lobby|streams|orders)/',
          '^src/log/(log|group-commit|batched)\\.ts$',
          '(^|/)node_modules/pg/',
        ],
      },
    ),
    never(
      'match-store-decides-nothing',
      'Positions, snapshots and secrets are kept for whoever reads or writes; the store knows none of them.',
      { path: '^src/match/store/' },
      { path: '^src/match/(viewing|play|lobby|streams)/' },
    ),
    never(
      'match-readers-never-write',
      'Views, cards, streams and imagined worlds stand on the store and the log; with no way to the write path or the lobby, looking cannot change a match.',
      { path: '^src/match/(viewing|streams|worlds)/' },
      { path: '^src/match/(play|lobby)/' },
    ),
    never(
      'match-viewing-knows-no-stream',
      'What a viewer may have is decided before it is asked whether it is paged or streamed.',
      { path: '^src/match/viewing/' },
      { path: '^src/match/streams/' },
    ),
    never(
      'match-play-knows-no-lobby',
      'The write path takes commands from anybody; who may sit down and when a match starts is decided before. Followers are told by the log.',
      { path: '^src/match/play/' },
      { path: '^src/match/(lobby|streams)/' },
    ),
    never(
      'match-lobby-knows-no-stream',
      'Followers hear of a start as of any entry, from the log.',
      { path: '^src/match/lobby/' },
      { path: '^src/match/(streams|viewing)/' },
    ),
    never(
      'http-knows-no-transport',
      'What holds for every request (callers, errors, limits, headers) serves all transports alike, so it knows none.',
      { path: '^src/api/http/' },
      { path: '^src/api/(rest|graphql|mcp)/' },
    ),
    never(
      'rest-knows-no-graphql',
      'Each transport can be read, changed or left out without the other; what they share is in api/http, api/schema and the services.',
      { path: '^src/api/rest/' },
      { path: '^src/api/graphql/' },
    ),
    never('graphql-knows-no-rest', 'As above, the other way round.', { path: '^src/api/graphql/' }, { path: '^src/api/rest/' }),
    never(
      'mcp-stands-beside-the-others',
      'As above: it calls the services, as REST and GraphQL do, and not them.',
      { path: '^src/api/mcp/' },
      { path: '^src/api/(rest|graphql)/' },
    ),
    never(
      'nobody-stands-on-mcp',
      'As above, the other way round.',
      { path: '^src/api/(rest|graphql)/' },
      { path: '^src/api/mcp/' },
    ),
    never(
      'two-parts-know-the-protocol-of-models',
      'The server and the command that passes messages on to it: the rest could do without.',
      { path: '^src/', pathNot: '^src/(api/mcp/|cli/mcp\\.ts$)' },
      { path: '(^|/)node_modules/@modelcontextprotocol/' },
    ),
    never(
      'platform-stands-alone',
      'Config, logger, database and bus know no rules, no matches and no transports.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    never(
      'only-the-process-knows-the-app',
      'app.ts wires everything; nothing it wires may reach back.',
      { path: '^src/', pathNot: '^src/((app|server|serving|generate)\\.ts$|cli/)' },
      { path: '^src/(app|server)\\.ts$' },
    ),
    only(
      'client-stands-alone',
      'The SDK is a package of its own: neither its code nor its types know the server or zod.',
      '^src/client/',
      '^src/client/',
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
