/** The house: players that are made when somebody first needs them. */
import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHouse } from '../../src/accounts/house.js'
import { HOUSE, houseOf } from '../../src/accounts/house-ids.js'
import { nameKey } from '../../src/accounts/names.js'
import { BOTS } from '../../src/bots/names.js'
import { PrismaClient } from '../../src/generated/prisma/client.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const AT_ONCE = 8
const ROUNDS = 40

let database: FreshDatabase
let prisma: PrismaClient

beforeAll(async () => {
  database = await freshDatabase()
  prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: database.url, max: AT_ONCE }) })
})
afterAll(async () => {
  await prisma.$disconnect()
  await database.drop()
})

describe('the house', () => {
  test('is made once, however many need it first at the same moment', async () => {
    const bots = [null, ...BOTS]
    for (let round = 0; round < ROUNDS; round++) {
      await prisma.player.deleteMany({ where: { kind: 'house' } })
      await Promise.all(bots.flatMap((bot) => Array.from({ length: AT_ONCE }, () => makeHouse(prisma, bot))))
    }
    const made = await prisma.player.findMany({ where: { kind: 'house' }, select: { id: true } })
    expect(made.map(({ id }) => id).sort()).toEqual([HOUSE, ...BOTS.map(houseOf)].sort())
  })

  test('leaves its name to a player who has it', async () => {
    await prisma.player.deleteMany({ where: { kind: 'house' } })
    const name = 'House greedy'
    const player = await prisma.player.create({ data: { id: randomUUID(), name, nameKey: nameKey(name), kind: 'human' } })
    await makeHouse(prisma, 'greedy')
    const house = await prisma.player.findUniqueOrThrow({ where: { id: houseOf('greedy') } })
    expect(house.nameKey).not.toBe(player.nameKey)
  })
})
