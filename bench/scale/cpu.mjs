/** CPU time of a server and of all of Postgres, finer than the ticks of bench/processes.mjs: a block of requests takes few of them. */
import { readdirSync, readFileSync } from 'node:fs'

const NANOSECONDS = 1e6

/** All threads of the server, and the processes of Postgres, which have one each. */
export const cpuMilliseconds = (server, postmaster) =>
  (sum(threads(server)) + sum(childrenOf(postmaster).flatMap(threads))) / NANOSECONDS

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

const threads = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
  } catch {
    return [] // it has ended since the listing
  }
}

const childrenOf = (pid) =>
  [...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').matchAll(/\d+/g)].map(([child]) => Number(child))
