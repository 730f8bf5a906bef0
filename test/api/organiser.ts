/** Somebody who may organise. Only an administrator gives the scope; here the database does. */
import { administer } from '../support/administer.js'
import type { TestApp } from '../support/app.js'

let hosts = 0

/** The token. */
export async function organiserOf({ databaseUrl, register }: TestApp): Promise<string> {
  const { token, player } = await register(`Hugo ${++hosts}`)
  await administer(databaseUrl, `update token set scopes = array_append(scopes, 'organise') where player_id = $1`, [player.id])
  return token
}
