/**
 * What an operation may cost, in points: one for each field, more for fields that are work for the database or the engine or make a long answer,
 * and everything below a page as often as the page is long. Moves of a list count as often as there are: see move-lists.ts.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isOutputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { LONG_PAGE, PAGE } from '../../match/shapes.js'
import { fragmentsOf, isIntrospection, operationsOf } from './form.js'
import { introspectionNodes } from './introspection.js'
import { type Limits, limitError } from './limits.js'
import { costOfMoves, furtherMoves } from './move-lists.js'
import type { Variables } from './variables.js'

/** Beyond the one point of any field. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'Query.match': 10,
  'Query.matches': 100,
  'Query.checkMove': 20,
  // For the first world: those beyond it are counted as they are asked for.
  'Query.imagine': 100,
  'Query.apply': 100,
  'Query.player': 10,
  'Query.playerResults': 200,
  'Query.playerAcceptance': 10,
  'Query.tournament': 10,
  'Query.tournaments': 100,
  'Query.leaderboard': 50,
  'Query.playerRatings': 20,
  'Query.ratingHistory': 50,
  'Query.players': 100,
  'Query.playerRecord': 10,
  'Query.acts': 100,
  'Query.webhooks': 20,
  'Query.webhookDeliveries': 50,
  'Game.content': 50,
  'Game.rulesText': 50,
  'Match.view': 10,
  'Match.legalMoves': 20,
  'Match.notices': 20,
  'Match.log': 1000,
  'Match.orders': 10,
  'Match.options': 2,
  // As much as view and legal moves.
  'MoveAccepted.json': 30,
  'Me.tokens': 10,
  'Me.turns': 100,
  'Me.inbox': 50,
  'Me.inboxCursor': 10,
  'Me.invitations': 50,
  'Me.seeks': 50,
  'Me.acceptance': 10,
  'Tournament.setting': 5,
  'Tournament.entrants': 20,
  'Tournament.rounds': 20,
  'Tournament.tables': 20,
  // These come from all results.
  'Tournament.standings': 100,
  'Tournament.crosstable': 100,
  'Tournament.strengths': 500,
  'Tournament.records': 20,
  'Mutation.createTournament': 200,
  'Mutation.startTournament': 200,
  'Mutation.invitePlayer': 100,
  'Mutation.createSeek': 200,
  // One at a time: aliases would be a way around the limit of registrations.
  'Mutation.registerPlayer': 6000,
  'Mutation.registerPlayers': 6000,
  'Mutation.resetTokens': 1000,
  'Mutation.issueToken': 1000,
  // Looks a name up at servers of strangers.
  'Mutation.createWebhook': 1000,
  'Mutation.updateWebhook': 1000,
  // Nobody is to be flooded by our hand.
  'Mutation.pingWebhook': 1000,
  'Mutation.redeliverWebhook': 1000,
}
const ANY_MUTATION = 50
/** Questions about the schema: once or twice in a query is enough for anybody. */
const INTROSPECTION: Readonly<Record<string, number>> = { __schema: 300, __type: 100 }
/** Values of an answer about the schema: they are short, and no work but to write them. */
const NODES_A_POINT = 5

type Parent = GraphQLOutputType | undefined
/** Throws if it is more than is allowed. */
export type Cost = (variables: Variables | null | undefined) => number
/** `own`: the operation with the fragments that it uses. */
type CostOf = (operation: OperationDefinitionNode, own: DocumentNode) => Cost

export function checkedCosts(schema: GraphQLSchema, document: DocumentNode, { cost: most }: Limits): CostOf {
  const { ofSelections, ofField } = costs(schema, document, most)
  const checked = (cost: number): number => {
    if (cost > most) throw tooCostly(cost, most)
    return cost
  }
  return ({ operation, selectionSet }, own) => {
    const root = schema.getRootType(operation) ?? undefined
    const least = checked(ofSelections(selectionSet, root))
    const further = furtherMoves(own, (field) => ofField(field, root))
    const costOfRun: Cost = (variables) =>
      further.length === 0 ? least : checked(further.reduce((sum, { each, countIn }) => sum + each * countIn(variables), least))
    return costOfRun
  }
}

const tooCostly = (cost: number, most: number): GraphQLError =>
  limitError(
    'QUERY_TOO_COSTLY',
    `This query may cost ${Number.isFinite(cost) ? Math.ceil(cost) : 'far more'} points; ${most} are allowed. Ask for shorter pages or fewer fields, or send fewer moves.`,
  )

interface Costs {
  ofSelections(selections: SelectionSetNode, parent: Parent): number
  ofField(node: FieldNode, parent: Parent): number
}

function costs(schema: GraphQLSchema, document: DocumentNode, most: number): Costs {
  const fragments = fragmentsOf(document)
  const nodesOf = introspectionNodes(schema, fragments, most * NODES_A_POINT)
  const known = new Map<string, number>()

  const ofFragment = (name: string): number => {
    const fragment = fragments.get(name)
    const cost =
      known.get(name) ?? (fragment ? ofSelections(fragment.selectionSet, typed(schema, fragment.typeCondition.name.value)) : 0)
    known.set(name, cost)
    return cost
  }
  const ofField = (node: FieldNode, parent: Parent): number => {
    if (isIntrospection(node))
      return (INTROSPECTION[node.name.value] ?? 1) + (node.selectionSet ? nodesOf(node) / NODES_A_POINT : 0)
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined
    if (!field) return 1
    const below = node.selectionSet ? ofSelections(node.selectionSet, getNamedType(field.type)) : 0
    const page = pageLength(node, field.args.find(({ name }) => name === 'first')?.defaultValue)
    return costOfMoves(node, 1 + weightOf(`${parent}`, node.name.value) + below * page)
  }
  const ofSelections = ({ selections }: SelectionSetNode, parent: Parent): number => {
    let always = 0
    // A value of a union is only one of its members, so only the costliest counts.
    const byMember = new Map<string, number>()
    for (const one of selections) {
      const member = memberOf(one)
      const cost = costOf(one, parent)
      if (member !== undefined && isAbstractType(parent) && isObjectType(typed(schema, member)))
        byMember.set(member, (byMember.get(member) ?? 0) + cost)
      else always += cost
    }
    return always + Math.max(0, ...byMember.values())
  }
  const memberOf = (one: SelectionNode): string | undefined => {
    if (one.kind === Kind.FIELD) return undefined
    const { typeCondition } = one.kind === Kind.FRAGMENT_SPREAD ? (fragments.get(one.name.value) ?? {}) : one
    return typeCondition?.name.value
  }
  const costOf = (one: SelectionNode, parent: Parent): number => {
    if (one.kind === Kind.FIELD) return ofField(one, parent)
    if (one.kind === Kind.FRAGMENT_SPREAD) return ofFragment(one.name.value)
    const member = one.typeCondition?.name.value
    return ofSelections(one.selectionSet, member === undefined ? parent : typed(schema, member))
  }
  return { ofSelections, ofField }
}

/** What the answer to an operation was worth: counted in the same way, with what was found in place of pages as long as they may be. */
export type CostFound = (data: object) => number

/** The document holds one operation. What is asked about the schema is counted exactly before, so nothing of it is given back. */
export function costFound(schema: GraphQLSchema, document: DocumentNode): CostFound {
  const fragments = fragmentsOf(document)
  const ofSelections = ({ selections }: SelectionSetNode, parent: Parent, found: object): number =>
    selections.reduce((sum, one) => sum + costOf(one, parent, found), 0)
  const costOf = (one: SelectionNode, parent: Parent, found: object): number => {
    if (one.kind === Kind.FIELD) return ofField(one, parent, Reflect.get(found, one.alias?.value ?? one.name.value))
    const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one
    if (!fragment) return 0
    const member = fragment.typeCondition?.name.value
    return ofSelections(fragment.selectionSet, member === undefined ? parent : typed(schema, member), found)
  }
  const ofField = (node: FieldNode, parent: Parent, found: unknown): number => {
    const { selectionSet, name } = node
    if (isIntrospection(node)) return selectionSet ? Number.POSITIVE_INFINITY : 1
    const field = isObjectType(parent) ? parent.getFields()[name.value] : undefined
    // Of another member of a union.
    if (!field || found === undefined) return 0
    const type = getNamedType(field.type)
    const items = selectionSet
      ? [found].flat(Number.POSITIVE_INFINITY).filter((one) => typeof one === 'object' && one !== null)
      : []
    return items.reduce<number>(
      (sum, one) => sum + (selectionSet && one ? ofSelections(selectionSet, type, one) : 0),
      1 + weightOf(`${parent}`, name.value),
    )
  }
  const [operation] = operationsOf(document)
  return (data) =>
    operation ? ofSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, data) : 0
}

function typed(schema: GraphQLSchema, name: string): Parent {
  const type = schema.getType(name)
  return isOutputType(type) ? type : undefined
}

const weightOf = (type: string, field: string): number => WEIGHTS[`${type}.${field}`] ?? (type === 'Mutation' ? ANY_MUTATION : 0)

/** A length given by a variable is not known yet, so it counts as the longest of its kind. */
function pageLength({ arguments: given }: FieldNode, standard: unknown): number {
  if (typeof standard !== 'number') return 1
  const value = given?.find(({ name }) => name.value === 'first')?.value
  if (value === undefined) return standard
  const longest = standard === PAGE.standard ? PAGE.max : LONG_PAGE.max
  return value.kind === Kind.INT ? Math.max(1, Math.min(longest, Number(value.value))) : longest
}
