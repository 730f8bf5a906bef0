/** Every request that is measured, explained by Postgres. */
import { explained, statementsOf } from './plans.mjs'
import { begin, card, coldLoad, join, make, namedReads } from './requests.mjs'

/** Matches that everybody may look at, of every game alike. */
const ONES = `select array(select id from match where status = $1 and visibility = 'public' order by md5(id::text) limit $2) as ids`

export async function coldIds(client, status, count) {
  const { rows } = await client.query(ONES, [status, count])
  return rows[0].ids
}

/** By name of the request: what Postgres does for it. `http` is a server in this process whose statements are recorded. */
export async function explainAll(http, world, isWanted = () => true) {
  const { client } = world
  const found = new Map()
  const explain = async (name, asked) => {
    const { answer, statements } = await statementsOf(http, asked)
    found.set(name, await explained(client, statements))
    return answer
  }
  const ask = async (asked) => ({ answer: (await statementsOf(http, asked)).answer })
  for (const [name, asked] of await namedReads(world, ask)) if (isWanted(name)) await explain(name, asked)
  const [over] = await coldIds(client, 'over', 1)
  await explain('cold load of a match', coldLoad(over))
  await explain('card of a match', card(over))
  const { id } = await explain('making a match', make(0))
  await explain('joining a match', join(0, id))
  await explain('taking the last seat, which starts it', begin(0, id))
  return found
}
