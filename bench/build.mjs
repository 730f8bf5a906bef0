/** What is measured without a server, from the compiled files of a checkout: this one, or another that it is compared with. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OWN = fileURLToPath(new URL('..', import.meta.url))

export async function buildIn(folder = OWN) {
  const load = (file) => import(pathToFileURL(join(folder, 'dist', file)).href)
  const [registry, seeded, simulation, roster] = await Promise.all(
    ['games/registry.js', 'dice/seeded.js', 'match/offline/simulation.js', 'bots/roster.js'].map(load),
  )
  return { ...registry, ...seeded, ...simulation, ...roster }
}

/** By CPU time of the whole process, whatever its threads do included. */
export function cpuSecondsOf(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
