/** Tournaments: made, changed, started and ended by their organisers; entered and left by those who play. */
import {
  ChangeTournament,
  CreateTournament,
  EnterHouse,
  EnterTournament,
  EntrantCard,
  TournamentCard,
  WithdrawEntrant,
} from '../../tournaments/shapes.js'
import { idempotencyKey } from './conditions.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { KeyHeaders } from './shapes.js'
import { TournamentAddress, WithdrawnList } from './tournament-shapes.js'

const tags = ['tournaments']
const atTournament = { tags, security: withToken, params: TournamentAddress }
const organised = { ...atTournament, response: { 200: TournamentCard } }
/** What is wrong with a setting. */
const SETTING = ['UNKNOWN_GAME', 'SEATS_OUT_OF_RANGE', 'INVALID_OPTIONS', 'CANNOT_SEAT']
/** Why nothing can be done, whatever it is. */
const ACTING = ['TOURNAMENT_OVER', 'TOO_MANY_WRITERS']

const ORGANISING = {
  create: {
    tags,
    operationId: 'createTournament',
    summary: 'Make a tournament',
    description:
      'You become its organiser. It waits for entrants until you start it; bots of the house in `bots` enter at once. With an Idempotency-Key, a repeated request makes one tournament.',
    sends: ['Location'],
    problems: [...SETTING, 'ALREADY_ENTERED', 'IDEMPOTENCY_KEY_REUSED'],
    security: withToken,
    headers: KeyHeaders,
    body: CreateTournament,
    response: { 201: TournamentCard },
  },
  change: {
    ...organised,
    operationId: 'changeTournament',
    summary: 'Change the setting of a tournament that has not started',
    description:
      'The whole setting, in place of the one before: what is left out has its default, and the seed stays. Entrants stay, too.',
    problems: ['NOT_ORGANISER', ...SETTING, 'CLOCK_NEEDED', '409 ALREADY_STARTED', 'TOO_MANY_WRITERS'],
    body: ChangeTournament,
  },
  start: {
    ...organised,
    operationId: 'startTournament',
    repeatable: true,
    summary: 'Start a tournament',
    description: 'The first round is made, and its tables begin. Whoever enters later can do so only where the format allows it.',
    problems: ['NOT_ORGANISER', 'TOO_FEW_ENTRANTS', 'CANNOT_SEAT', 'CLOCK_NEEDED', 'TOO_MANY_TABLES', ...ACTING],
  },
  pause: {
    ...organised,
    operationId: 'pauseTournament',
    repeatable: true,
    summary: 'Pause a tournament',
    description: 'No table is begun until it is resumed. Matches that have begun go on, and so do their clocks.',
    problems: ['NOT_ORGANISER', 'NOT_RUNNING', ...ACTING],
  },
  resume: {
    ...organised,
    operationId: 'resumeTournament',
    repeatable: true,
    summary: 'Go on with a tournament that is paused',
    description: 'Tables are begun again, from where it was paused.',
    problems: ['NOT_ORGANISER', 'NOT_PAUSED', ...ACTING],
  },
  end: {
    ...organised,
    operationId: 'endTournament',
    repeatable: true,
    summary: 'End a tournament before its time',
    description:
      'No further table is begun, and tables that have not ended count for nothing. The standings are those of the tables that have.',
    problems: ['NOT_ORGANISER', 'TOO_MANY_WRITERS'],
  },
} as const

const ENTERING = {
  enter: {
    ...atTournament,
    operationId: 'enterTournament',
    repeatable: true,
    summary: 'Enter a tournament',
    description:
      'With the version of your bot, if you tell one; entering again with the same one changes nothing. An account plays as one entrant: another version enters by an account of its own. Your matches begin by themselves; ask for your turns or follow your inbox. With the scope play.',
    problems: ['CLOCK_NEEDED', 'ALREADY_ENTERED', 'TOURNAMENT_FULL', 'ENTRY_CLOSED', ...ACTING],
    body: EnterTournament,
    response: { 200: EntrantCard },
  },
  house: {
    ...atTournament,
    operationId: 'enterHouseBot',
    summary: 'Enter a bot of the house in a tournament of yours',
    description: 'Each of them plays once in a tournament. They need no clock, and have no limit of tables at once.',
    problems: ['NOT_ORGANISER', 'ALREADY_ENTERED', 'TOURNAMENT_FULL', 'ENTRY_CLOSED', ...ACTING],
    body: EnterHouse,
    response: { 200: EntrantCard },
  },
  withdraw: {
    ...atTournament,
    operationId: 'withdrawFromTournament',
    summary: 'Withdraw from a tournament, or an entrant from a tournament of yours',
    description:
      'Whoever withdraws plays matches that have begun to their end, or loses them by the clock. Tables that have not begun are forfeits.',
    problems: ['NOT_ORGANISER', 'NOT_ENTERED', 'NO_SUCH_ENTRANT', 'ALREADY_WITHDRAWN', ...ACTING],
    body: WithdrawEntrant,
    response: { 200: WithdrawnList },
  },
} as const

export function tournamentRoutes(app: ZodRoutes, deps: RestDeps): void {
  organisingRoutes(app, deps)
  enteringRoutes(app, deps)
}

function organisingRoutes(app: ZodRoutes, { tournaments, authenticate }: RestDeps): void {
  app.post('/v1/tournaments', { schema: ORGANISING.create }, async (request, reply) => {
    const caller = await authenticate(request)
    const made = await tournaments.create(caller, request.body, idempotencyKey(request.raw.headers))
    return reply.code(201).header('location', `/v1/tournaments/${made.id}`).send(made)
  })

  app.put('/v1/tournaments/:id/setting', { schema: ORGANISING.change }, async (request) =>
    tournaments.change(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/tournaments/:id/start', { schema: ORGANISING.start }, async (request) =>
    tournaments.start(await authenticate(request), request.params.id),
  )

  app.post('/v1/tournaments/:id/pause', { schema: ORGANISING.pause }, async (request) =>
    tournaments.pause(await authenticate(request), request.params.id),
  )

  app.post('/v1/tournaments/:id/resume', { schema: ORGANISING.resume }, async (request) =>
    tournaments.resume(await authenticate(request), request.params.id),
  )

  app.post('/v1/tournaments/:id/end', { schema: ORGANISING.end }, async (request) =>
    tournaments.end(await authenticate(request), request.params.id),
  )
}

function enteringRoutes(app: ZodRoutes, { tournaments, authenticate }: RestDeps): void {
  app.post('/v1/tournaments/:id/enter', { schema: ENTERING.enter }, async (request) =>
    tournaments.enter(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/tournaments/:id/enter-bot', { schema: ENTERING.house }, async (request) =>
    tournaments.enterHouse(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/tournaments/:id/withdraw', { schema: ENTERING.withdraw }, async (request) => ({
    items: await tournaments.withdraw(await authenticate(request), request.params.id, request.body),
  }))
}
