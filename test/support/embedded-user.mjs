// A process that uses the embedded Postgres as a server does: says where it is, drains for a moment when asked to end.
import pg from 'pg'
import { startEmbedded } from '../../dist/platform/embedded.js'
import { createLogger } from '../../dist/platform/logger.js'

try {
  const embedded = await startEmbedded({ dataDir: process.argv[2], logger: createLogger('silent') })
  const end = async () => {
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    const { rows } = await client.query("SELECT 'drained' AS answer, pg_sleep(0.3)")
    await client.end()
    await embedded.stop()
    process.stdout.write(`${rows[0].answer}\n`, () => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
  console.log(JSON.stringify({ url: embedded.url, pid: embedded.pid }))
} catch (error) {
  console.log(JSON.stringify({ error: error.message }))
  process.exitCode = 1
}
