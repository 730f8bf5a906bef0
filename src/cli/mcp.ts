/** `chancery mcp`: the tools of a server for a program that speaks the Model Context Protocol over standard input and output. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../platform/thrown.js'
import { ask, publicRemoteOf, REMOTE_FLAGS, REMOTE_HELP, type Remote } from './remote.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const HELP = `chancery mcp [flags]

Connects a language model to a server: passes each message of the Model Context Protocol from standard input to the server's /mcp,
and its answer to standard output. Ends with its input. Without a token, games and rules can be read and public matches seen.

${REMOTE_HELP}`

export async function mcp(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, { ...REMOTE_FLAGS, help: { type: 'boolean', short: 'h' } })
  if (positionals.length > 0) throw expected('mcp', 'no arguments', positionals.join(' '))
  if (values.help) io.out(HELP)
  else await passOn(publicRemoteOf(values), io)
  return 0
}

/** Tools, resources and instructions are those of the server: nothing here knows them. */
async function passOn(remote: Remote, io: Io): Promise<void> {
  const transport = new StdioServerTransport()
  transport.onerror = (error) => io.complain(`chancery: what came is no message of the protocol: ${error.message}`)
  transport.onmessage = async (message) => {
    const answer = await answerTo(remote, message)
    if (answer) await transport.send(answer)
  }
  const ended = new Promise((done) => process.stdin.once('end', done))
  await transport.start()
  await ended
}

const ACCEPTED = { accept: 'application/json, text/event-stream' }

/** A server that does not answer, or refuses, is told to whoever asked; what asks nothing is answered with nothing. */
async function answerTo(remote: Remote, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  try {
    const answer = await ask(remote, { method: 'POST', path: '/mcp', body: message, headers: ACCEPTED })
    return answer === undefined ? undefined : JSONRPCMessageSchema.parse(answer)
  } catch (error) {
    if (!('id' in message && 'method' in message)) return undefined
    return { jsonrpc: '2.0', id: message.id, error: { code: ErrorCode.InternalError, message: messageOf(error) } }
  }
}
