/** The names of games, decisions and parts of a match as enums. GraphQL writes `medieval-realms`, which no enum can say, as `medievalRealms`. */
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { AnyGame } from '../../../games/contract.js'
import { INCLUDES, type Include } from '../../../match/shapes.js'
import { camel } from '../../schema/names.js'
import type { Resolvers } from '../context.js'
import { described } from './sdl.js'

export const vocabulary = (games: readonly AnyGame[]): string[] => [
  enumeration('GameId', 'A game, by its id in camel case.', new Map(games.map(({ id, name }) => [camel(id), [`${name}.`]]))),
  enumeration('DecisionName', 'What a seat is awaited for.', decisionsOf(games)),
  enumeration('MatchPart', 'What may be included of a match.', new Map(INCLUDES.map((part) => [part, [PARTS[part]]]))),
]

const PARTS: Readonly<Record<Include, string>> = {
  view: 'What you may see, at the version of the answer.',
  legalMoves: 'What you may do, at the same version.',
}

/** Games may use the same name: each says what it means there. */
function decisionsOf(games: readonly AnyGame[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, decisions } of games)
    for (const [decision, asks] of Object.entries(decisions))
      found.set(decision, [...(found.get(decision) ?? []), `${name}: ${asks}`])
  return found
}

function enumeration(name: string, says: string, values: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...values].map(([value, meanings]) => `${described(meanings.join(' '), '  ')}  ${value}\n`)
  return `${described(says)}enum ${name} {\n${lines.join('')}}`
}

/** So that resolvers are given, and may return, the ids themselves. */
export function useGameIds(schema: GraphQLSchema, games: readonly AnyGame[]): void {
  const type = schema.getType('GameId')
  if (!isEnumType(type)) throw new Error('the GraphQL schema has no enum GameId')
  for (const value of type.getValues()) value.value = games.find(({ id }) => camel(id) === value.name)?.id
}

/** Null for a name that only a newer server knows, which may serve the same database. */
export function vocabularyResolvers(games: readonly AnyGame[]): Resolvers {
  const ids = new Set(games.map(({ id }) => id))
  const decisions = new Set(games.flatMap((game) => Object.keys(game.decisions)))
  const game = (of: { game: string }) => (ids.has(of.game) ? of.game : null)
  const decision = (of: { decision: string | null }) => (of.decision !== null && decisions.has(of.decision) ? of.decision : null)
  return {
    Match: { game },
    MoveAccepted: { game },
    InboxItem: { game },
    GameResults: { game },
    SeatOffer: { game },
    Invitation: { game },
    Seek: { game },
    AcceptedGame: { game },
    TournamentGame: { game },
    TournamentTable: { game },
    AwaitedDecision: { decision },
    LegalMovePage: { decision },
    StandingOrder: { decision },
  }
}
