/** Messages to the tools for language models, made from what the server itself lists, and the judgement of their answers. */
import type { Chance } from '../chance.js'
import { isObject, isSchema, listOf, type Schema } from './fit.js'
import { oddText, oddValue } from './odd.js'
import { type Answer, bytesOf, jsonOf, type Request } from './request.js'
import { mediaOf } from './rest.js'
import { type Grammar, valueFor } from './values.js'
import { anyCaller, anyId, type World } from './world.js'

export interface Tool {
  readonly name: string
  readonly input: Schema
}

const ACCEPTED = { accept: 'application/json, text/event-stream' }

/** As any client of the protocol learns them. */
export async function readTools(url: string): Promise<readonly Tool[]> {
  const headers = { ...ACCEPTED, 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const told: unknown = await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).json()
  const result = isObject(told) ? told.result : undefined
  const tools = listOf(isObject(result) ? result.tools : undefined).flatMap((tool) =>
    isObject(tool) && isSchema(tool.inputSchema) ? [{ name: String(tool.name), input: tool.inputSchema }] : [],
  )
  if (tools.length === 0) throw new Error('the server lists no tools')
  return tools
}

export function toolRequest(tools: readonly Tool[], world: World, random: Chance): Request {
  const caller = anyCaller(world, random)
  const headers = random.once(60) ? { accept: random.pick(['text/html', 'application/json', '', '*/*']) } : ACCEPTED
  const bytes = bytesOf({ method: 'POST', path: '/mcp', caller, headers, body: bodyFor(tools, world, random) })
  return { bytes, caller, method: 'POST', judge: misfit }
}

/** Mostly as it should be; now and then a part of it is of another kind. */
function bodyFor(tools: readonly Tool[], world: World, random: Chance): string {
  const message = { jsonrpc: '2.0', id: random.between(0, 9), ...anyMethod(tools, world, random) }
  if (!random.once(20)) return JSON.stringify(message)
  return (
    JSON.stringify(
      random.pick<unknown>([
        [message, message],
        { ...message, id: oddValue(random) },
        { ...message, jsonrpc: oddValue(random) },
        { ...message, method: oddValue(random) },
        { ...message, params: oddValue(random) },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 1, result: {} },
        {},
        oddValue(random),
      ]),
    ) ?? 'null'
  )
}

const METHODS = ['initialize', 'tools/list', 'resources/list', 'resources/templates/list', 'ping', 'prompts/list', 'x']
const RESOURCES = ['rules://kingdoms', 'rules://nothing', 'file:///etc/hosts', 'x', '']

function anyMethod(tools: readonly Tool[], world: World, random: Chance): object {
  if (random.once(12)) return { method: random.pick(METHODS), params: random.once(2) ? {} : oddValue(random) }
  if (random.once(12))
    return { method: 'resources/read', params: { uri: random.once(2) ? random.pick(RESOURCES) : oddText(random) } }
  const tool = random.pick(tools)
  return { method: 'tools/call', params: { name: tool.name, arguments: argumentsFor(tool, world, random) } }
}

/** What waits holds up the requests behind it. */
function argumentsFor({ input }: Tool, world: World, random: Chance): unknown {
  const grammar: Grammar = {
    random,
    resolve: (schema) => schema,
    anyId: () => anyId(world, random),
    oddOnceIn: random.pick([3, 12, 1_000]),
  }
  const made = valueFor(input, grammar)
  return isObject(made) && 'wait' in made ? { ...made, wait: random.pick([0, 0.01, -1, 'x']) } : made
}

/** A message of the protocol, nothing for one that wants no answer, or a problem. */
function misfit(answer: Answer): string | undefined {
  const { status, body } = answer
  if (status === 202) return body.length === 0 ? undefined : 'status 202 with a body'
  const told = jsonOf(answer)
  if (!isObject(told)) return 'the answer is no object of JSON'
  if (mediaOf(answer) === 'application/problem+json')
    return typeof told.code === 'string' && told.code !== 'INTERNAL' ? undefined : 'a problem without a code, or our own'
  if (told.jsonrpc !== '2.0') return 'the answer is neither a problem nor a message of the protocol'
  return misfitResult(told)
}

/** By the protocol, -32603 is a fault of the server. */
const INTERNAL_ERROR = -32_603

function misfitResult({ result, error }: Readonly<Record<string, unknown>>): string | undefined {
  if (isObject(error)) return error.code === INTERNAL_ERROR ? 'an error of the server itself' : undefined
  if (!isObject(result)) return 'the answer has neither a result nor an error'
  const told = isObject(result.structuredContent) ? result.structuredContent : undefined
  return told?.code === 'INTERNAL' ? 'a tool answered INTERNAL' : undefined
}
