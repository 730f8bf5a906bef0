/** The house: the player whose moves the server makes. It has no token, so nobody logs in as it. */
import type { PrismaClient } from '../generated/prisma/client.js'
import { HOUSE } from './caller.js'

/**
 * Made when it is first needed, and once: its id is always the same. Its name is kept back from players; one of an earlier version may have it, and keeps it.
 * Outside the index of looks, so that it takes nobody's.
 */
export async function makeHouse(prisma: Pick<PrismaClient, '$executeRaw'>): Promise<void> {
  await prisma.$executeRaw`
    insert into player (id, name, name_key, kind, looks_like_another)
    select ${HOUSE}::uuid, 'House', case when exists (select from player where name_key = 'house') then '(house)' else 'house' end, 'house', true
    on conflict (id) do nothing`
}
