/** How attacks ask, and what they take away from it. */
import type { Damage } from './attack.js'
import { openLane } from './lane.js'
import { bytesOf, type Caller, type Request } from './request.js'
import type { Account } from './world.js'

export const NOBODY: Caller = { name: 'nobody' }

export const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

export const authorized = ({ token }: Pick<Account, 'token'>): Caller => ({ name: 'a player', authorization: `Bearer ${token}` })

export const post = (caller: Caller, path: string, body: object): Request => ({
  bytes: bytesOf({ method: 'POST', path, caller, body: JSON.stringify(body) }),
  caller,
  method: 'POST',
  judge: () => undefined,
})

export const graphql = (caller: Caller, query: object): Request => post(caller, '/graphql', query)

/** The longest answer to several requests on one connection, sent so many at a time; and their statuses. */
export async function ask(
  port: number,
  requests: readonly Request[],
  together = 1,
): Promise<{ answer: number; statuses: number[] }> {
  const lane = openLane(port)
  const statuses: number[] = []
  let answer = 0
  for (let at = 0; at < requests.length; at += together) {
    const lost = await lane.exchange(requests.slice(at, at + together), (_, { status, body }) => {
      statuses.push(status)
      answer = Math.max(answer, body.length)
    })
    if (lost) break
  }
  lane.close()
  return { answer, statuses }
}

/** For attacks by a single request. */
export async function askOnce(port: number, query: string): Promise<Damage> {
  const { answer, statuses } = await ask(port, [graphql(NOBODY, { query })])
  const [status] = statuses
  if (status === undefined) return { answer, finding: 'there was no answer' }
  return { answer, finding: status >= 500 ? `status ${status}` : undefined }
}

/** What is wrong with a request is told in a few lines, whatever was sent. */
const LONGEST_COMPLAINT = 100_000

export const inShort = (answer: number): Damage => ({
  answer,
  finding: answer > LONGEST_COMPLAINT ? `complaints of ${answer} bytes` : undefined,
})
