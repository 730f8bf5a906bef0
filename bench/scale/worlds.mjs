/** A database of so many matches with a server on it, and how it is asked. */
import { Agent, request } from 'node:http'
import pg from 'pg'
import { migrate } from '../../dist/platform/migrations.js'
import { startServer } from '../http.mjs'
import { createDatabase } from '../services.mjs'
import { fill } from './filling.mjs'

export async function makeWorld(postgres, matches, onProgress) {
  const url = await createDatabase(postgres, `bench_scale_${matches}`)
  await migrate(url)
  const now = Date.now()
  await fill(url, matches, { onProgress, now })
  const client = new pg.Client({ connectionString: url, application_name: 'chancery bench looking' })
  client.on('error', () => {})
  await client.connect()
  return { matches, url, now, client, ...(await figures(client)) }
}

async function figures(client) {
  const bytes = await client.query('select pg_database_size(current_database())::float8 as bytes')
  return bytes.rows[0]
}

/** Of all servers of a run: each opens what another has sealed. The database goes with the run, so the key need not be secret. */
export const SETTINGS = { RATE_LIMIT: '0', OPEN_MATCH_DAYS: '0', SECRETS_KEY: '5c'.repeat(32) }

/** A server of its own process, asked over one connection that is kept. */
export async function serve(world) {
  const server = await startServer(world.url, SETTINGS)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    pid: server.pid,
    ask: (asked) => timed(server.port, agent, asked),
    async stop() {
      agent.destroy()
      await server.stop()
    },
  }
}

/** The answer, and the milliseconds that it took. */
const timed = (port, agent, { method, path, token, body }) =>
  new Promise((resolve, reject) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) }
    const began = performance.now()
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const ms = performance.now() - began
        const text = Buffer.concat(parts).toString()
        if (response.statusCode < 400) resolve({ ms, answer: JSON.parse(text) })
        else reject(new Error(`${method} ${path}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
