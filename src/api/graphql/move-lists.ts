/** What several moves in one mutation cost: as many points as they would one by one, unless what is selected of each costs more than that. */
import { type DocumentNode, type FieldNode, Kind, type ValueNode, type VariableDefinitionNode, visit } from 'graphql'
import type { Variables } from './variables.js'

const MUTATION = { field: 'submitMoves', moves: 'inputs' }

/** A hundred moves are 99 points beyond the one that the request has cost: see engine.ts. */
const A_MOVE = 99

/** `alone`: what the field would cost if it were of one move. Those of a variable are one here. */
export const costOfMoves = (node: FieldNode, alone: number): number =>
  node.name.value === MUTATION.field ? lengthOf(movesOf(node)) * Math.max(A_MOVE, alone) : alone

/** Moves of a variable beyond the first, which is counted with its field. */
export interface FurtherMoves {
  readonly each: number
  countIn(variables: Variables | null | undefined): number
}

export function furtherMoves(operation: DocumentNode, costOf: (field: FieldNode) => number): FurtherMoves[] {
  const standards = new Map<string, ValueNode | undefined>()
  const found: FurtherMoves[] = []
  visit(operation, {
    VariableDefinition: ({ variable, defaultValue }: VariableDefinitionNode) =>
      void standards.set(variable.name.value, defaultValue),
    Field(node) {
      const moves = node.name.value === MUTATION.field ? movesOf(node) : undefined
      if (moves?.kind !== Kind.VARIABLE) return
      const name = moves.name.value
      found.push({
        each: costOf(node),
        countIn: (variables) => {
          const given = variables?.[name]
          return Math.max(0, (Array.isArray(given) ? given.length : lengthOf(standards.get(name))) - 1)
        },
      })
    },
  })
  return found
}

const movesOf = ({ arguments: given }: FieldNode): ValueNode | undefined =>
  given?.find(({ name }) => name.value === MUTATION.moves)?.value

/** What is no list stands for a list of it alone. */
const lengthOf = (value: ValueNode | undefined): number => (value?.kind === Kind.LIST ? value.values.length : 1)
