/** Nobody can take a name that people would read as another's. */
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReserved, nameKey } from '../../src/accounts/names.js'
import { accountService } from '../../src/accounts/service.js'
import { RegisterPlayer } from '../../src/accounts/shapes.js'
import { PrismaClient } from '../../src/generated/prisma/client.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

describe('to the eye', () => {
  test.each([
    ['сосо', 'coco'],
    ['СОСО', 'Coco'],
    ['МАРТА', 'MAPTA'],
    ['ΝΙΚΟ', 'Niko'],
    ['Ａnne', 'anne'],
    ['Anne  B', 'Anne B'],
  ])('%s is %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other))
  })

  test.each([
    ['Zoë', 'Zoe'],
    ['Anne B', 'AnneB'],
    ['Анна', 'Анка'],
  ])('%s is not %s', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other))
  })
})

test.each(['аdmin', 'Αnne', 'A\u3164nne', 'An\u200bne', 'Ann\u115fe'])(
  '%j is no name: alphabets are mixed, or letters cannot be seen',
  (name) => {
    expect(RegisterPlayer.safeParse({ name }).success).toBe(false)
  },
)

test.each(['Zoë', 'Анна', 'Ελένη', '王安', 'やまだ 太郎', 'bot-7', 'Mary 2'])('%s is one', (name) => {
  expect(RegisterPlayer.safeParse({ name }).success).toBe(true)
  expect(isReserved(name)).toBe(false)
})

test.each(['admin', 'ADMIN', 'a.d-m_i n', 'Chancery', 'Server 2', 'Root'])('%s is kept back', (name) => {
  expect(isReserved(name)).toBe(true)
})

describe('registering', () => {
  let database: FreshDatabase
  let prisma: PrismaClient
  beforeAll(async () => {
    database = await freshDatabase()
    prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: database.url }) })
  })
  afterAll(async () => {
    await prisma.$disconnect()
    await database.drop()
  })
  const register = (name: string) =>
    accountService({ prisma, registrationOpen: true, now: Date.now, onRevoked: () => {} }).register({ name, kind: 'bot' })

  test('a reserved name and one that looks like another are refused', async () => {
    await register('Coco')
    await expect(register('СОСО')).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    await expect(register('Moderator')).rejects.toMatchObject({ status: 409, code: 'NAME_RESERVED' })
  })

  test('a player from before look-alikes were compared keeps the name', async () => {
    const id = '7b3f8a52-1111-4222-8333-944445555666'
    await prisma.player.create({ data: { id, name: 'Роса', nameKey: 'роса', kind: 'person', admin: false } })
    await expect(register('РОСА')).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
  })
})
