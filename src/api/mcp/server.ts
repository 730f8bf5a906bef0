/** The protocol itself, for one message: a server that lives as long as its answer, so that any server of several can give the next. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { packageVersion } from '../../platform/package.js'
import { Problem } from '../../platform/problem.js'
import { INSTRUCTIONS } from './instructions.js'
import { readResource, resourcesOf } from './resources.js'
import { problemResult, textResult } from './results.js'
import type { Asked } from './tool.js'
import { TOOLS } from './tools.js'
import { wrongParams } from './wrong-params.js'

const INFO = { name: 'chancery', title: 'Chancery', version: packageVersion(new URL('../../../package.json', import.meta.url)) }
const CAPABILITIES = { tools: {}, resources: {} }
/** Each server would make one of its own, at ten times the price of all else. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export interface Message extends Asked {
  /** What was sent, parsed. */
  readonly body: unknown
  /** Those that the protocol reads. */
  readonly headers: Readonly<Record<string, string>>
  /** Counts so many requests against whoever asks; throws once there are no points left. */
  charge(requests: number): void
}

export async function answerMessage(message: Message): Promise<Response> {
  const wrong = wrongParams(message.body)
  if (wrong) return Response.json(wrong)
  const server = serverFor(message)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const request = new Request('http://chancery/mcp', { method: 'POST', headers: message.headers })
    return await transport.handleRequest(request, { parsedBody: message.body })
  } finally {
    await server.close()
  }
}

function serverFor(message: Message): Server {
  const server = new Server(INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, jsonSchemaValidator })
  const { games } = message
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ card }) => card) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(message, params.name, params.arguments ?? {}))
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resourcesOf(games) }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({ contents: [found(message, params.uri)] }))
  return server
}

/** What is wrong with a call is told to the model, which can call better; only a tool that is not there is an error of the protocol. */
async function callTool(message: Message, name: string, given: unknown) {
  const tool = TOOLS.find(({ card }) => card.name === name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool of this name; tools/list tells which there are.`)
  try {
    message.charge(tool.requests)
    return textResult(await tool.call(message, given))
  } catch (error) {
    return problemResult(error, message.reply.log)
  }
}

const RESOURCE_NOT_FOUND = -32002

function found(message: Message, uri: string) {
  try {
    return readResource(message, uri)
  } catch (error) {
    throw error instanceof Problem ? new McpError(RESOURCE_NOT_FOUND, error.message) : error
  }
}
