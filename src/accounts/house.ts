/** The house: players whose moves the server makes. They have no token, so nobody logs in as one of them. */
import type { BotName } from '../bots/names.js'
import type { PrismaClient } from '../generated/prisma/client.js'
import { HOUSE, houseOf } from './house-ids.js'
import { nameKey } from './names.js'

/**
 * Each is made when it is first needed, and once: its id is always the same. Its name is kept back from players; one of an earlier version may have it, and keeps it.
 * Two may need it at the same moment: whichever of its keys the second finds taken, it is by the first. Outside the index of looks, so that it takes nobody's. Null: the house of clocks from before bots could be chosen.
 */
export async function makeHouse(prisma: Pick<PrismaClient, '$executeRaw'>, bot: BotName | null): Promise<void> {
  const id = bot ? houseOf(bot) : HOUSE
  const name = bot ? `House ${bot}` : 'House'
  const key = nameKey(name)
  await prisma.$executeRaw`
    insert into player (id, name, name_key, kind, looks_like_another)
    select ${id}::uuid, ${name}, case when exists (select from player where name_key = ${key}) then ${`(${key})`} else ${key} end, 'house', true
    on conflict do nothing`
}
