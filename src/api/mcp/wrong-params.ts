/** Parameters that do not fit their method. The library of the protocol would call them a fault of the server, in the words of a program. */
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { complaintOf, readInput } from '../../platform/complaint.js'

const SHAPES = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
  'resources/list': ListResourcesRequestSchema,
  'resources/templates/list': ListResourceTemplatesRequestSchema,
  'resources/read': ReadResourceRequestSchema,
}

const isKnown = (method: string): method is keyof typeof SHAPES => Object.hasOwn(SHAPES, method)

/** The answer to them; undefined if nothing is wrong, or something else is. */
export function wrongParams(body: unknown): object | undefined {
  if (!isJSONRPCRequest(body) || !isKnown(body.method)) return undefined
  const read = readInput(SHAPES[body.method], body)
  if (read.success) return undefined
  return { jsonrpc: '2.0', id: body.id, error: { code: ErrorCode.InvalidParams, message: complaintOf(read.error) } }
}
