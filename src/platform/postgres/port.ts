import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'

/** The port used last if it is free, so that addresses handed out stay good; else any free one. */
export async function choosePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = (last > 0 && (await bind(last))) || (await bind(0))
  await writeFile(file, String(port))
  return port as number
}

function bind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
