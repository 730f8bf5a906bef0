/** Every tool for language models and what else the protocol offers, each with a way to try it. */
import { TOOLS } from '../../src/api/mcp/tools.js'
import { listed, MOVE, type Stage, type Try, target } from './authorisation.operations.js'
import type { Who } from './authorisation.world.js'
import { caller } from './rest.js'

/** The least that fits; where a match is needed, the operation of REST that is aimed at the same. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  get_rules: { game: 'kingdoms' },
  find_matches: { first: 50 },
  create_match: { game: 'kingdoms', seats: 3 },
  // Below every version: no move is played, whoever sends it.
  play_move: { version: 0, move: MOVE },
}
const AIMED: Readonly<Record<string, string>> = {
  join_match: 'joinMatch',
  leave_match: 'leaveMatch',
  look_at_match: 'getMatch',
  list_moves: 'listLegalMoves',
  play_move: 'submitMove',
  enter_tournament: 'enterTournament',
}
const nounOf = (name: string): string => (name === 'enter_tournament' ? 'tournament' : 'match')
const OTHERS: Readonly<Record<string, object>> = {
  'tools/list': {},
  'resources/list': {},
  'resources/read': { uri: 'rules://kingdoms' },
}

export function mcpOperations(stage: Stage): Map<string, Try> {
  const tools = TOOLS.map(({ card }) => [`MCP ${card.name}`, (who: Who) => tryTool(stage, card.name, who)] as const)
  const others = Object.entries(OTHERS).map(
    ([method, params]) => [`MCP ${method}`, async (who: Who) => outcome(await send(stage, who, method, params))] as const,
  )
  return new Map([...tools, ...others])
}

async function tryTool(stage: Stage, name: string, who: Who): Promise<string> {
  const aim = AIMED[name]
  const aimed = aim === undefined ? {} : { [nounOf(name)]: await target(stage, aim, who) }
  const answer = await send(stage, who, 'tools/call', { name, arguments: { ...aimed, ...ARGUMENTS[name] } })
  const found = outcome(answer)
  if (name !== 'find_matches' || found !== 'yes') return found
  const ids: string[] = answer.body.result.content[0].text.match(/[0-9a-f-]{36}/g) ?? []
  return listed(
    ids.map((id) => ({ id })),
    stage,
    who,
  )
}

const ACCEPT = { accept: 'application/json, text/event-stream' }

const send = ({ url }: Stage, { token }: Who, method: string, params: object) =>
  caller(url, token)('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, ACCEPT)

/** A token that is refused is an answer of HTTP; everything else is told as a result. */
function outcome({ status, body }: Awaited<ReturnType<typeof send>>): string {
  if (status !== 200) return `${status} ${body.code}`
  if (!body.result) return `error ${body.error.code}`
  const { isError, structuredContent } = body.result
  if (!isError) return 'yes'
  return structuredContent.status === 412 || structuredContent.status === 422
    ? 'judged'
    : `${structuredContent.status} ${structuredContent.code}`
}
