/** Nobody can take a name that people would read as another's. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReserved, lookOf, nameKey } from '../../src/accounts/names.js'
import { registerEach } from '../../src/accounts/registering.js'
import { accountService } from '../../src/accounts/service.js'
import { RegisterPlayer } from '../../src/accounts/shapes.js'
import { PrismaClient } from '../../src/generated/prisma/client.js'
import { migrate } from '../../src/platform/migrations.js'
import { administer } from '../support/administer.js'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'

const look = (name: string): string => lookOf(nameKey(name))

describe('to the eye', () => {
  test.each([
    ['сосо', 'coco'],
    ['СОСО', 'Coco'],
    ['МАРТА', 'MAPTA'],
    ['ΝΙΚΟ', 'Niko'],
    ['Ａnne', 'anne'],
    ['Anne  B', 'Anne B'],
    ['WiIIoro', 'Willoro'],
    ['Wi11oro', 'Willoro'],
    ['VVilloro', 'Willoro'],
    ['vvilloro', 'Willoro'],
    ['Will0r0', 'Willoro'],
    ['Wılloro', 'Willoro'],
    ['Marny', 'Mamy'],
    ['VVVera', 'WVera'],
    ['VVVera', 'VWera'],
    ['ІОПА', 'lONA'],
  ])('%s is %s', (one, other) => {
    expect(look(one)).toBe(look(other))
  })

  test.each([
    ['Zoë', 'Zoe'],
    ['Anne B', 'AnneB'],
    ['bot-10', 'bot-01'],
    ['Łukasz', 'Lukasz'],
    ['Анна', 'Анка'],
  ])('%s is not %s', (one, other) => {
    expect(look(one)).not.toBe(look(other))
  })
})

test.each(['аdmin', 'Αnne', 'A\u3164nne', 'An\u200bne', 'Ann\u115fe'])(
  '%j is no name: alphabets are mixed, or letters cannot be seen',
  (name) => {
    expect(RegisterPlayer.safeParse({ name }).success).toBe(false)
  },
)

test.each([
  ...['edekfɑ', 'ɩan', 'ĸarl', 'ƒritz', 'ɡreta', 'ǀan'],
  ...['Will०', 'Wi\u0661\u0661', 'Will\u05e1', 'Анна1\u0665', 'W\u1d00lter'],
])('%j is no name: it has a sign of phonetics, or letters or digits of another script', (name) => {
  expect(RegisterPlayer.safeParse({ name }).success).toBe(false)
})

test.each([
  'Tom 王',
  'Nguyễn Thị Hương',
  'Ștefan Țepeș',
  'Əli',
  'İpek',
  'Jürgen Groß',
  'Łukasz Żółć',
  'Þórður',
  'Иван 10',
  '김철수',
  'مريم',
])('%s is one too', (name) => {
  expect(RegisterPlayer.safeParse({ name }).success).toBe(true)
  expect(isReserved(name)).toBe(false)
})

test.each(['Zoë', 'Анна', 'Ελένη', '王安', 'やまだ 太郎', 'bot-7', 'Mary 2'])('%s is one', (name) => {
  expect(RegisterPlayer.safeParse({ name }).success).toBe(true)
  expect(isReserved(name)).toBe(false)
})

test.each([
  ...['admin', 'ADMIN', 'a.d-m_i n', 'Chancery', 'Server 2', 'Root'],
  ...[
    'ADMlN',
    'adm1n',
    'Adrnin',
    'administrat0r',
    'ádmin',
    'ADMİN',
    'Môd 7',
    'r00t',
    'R00T 10',

    'sýstem',
    'røot',
  ],
  ...['erased 0123456789ab', 'erased OI23456789ab'],
])('%s is kept back', (name) => {
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

  test('the database sees the same looks', async () => {
    for (const name of ['Willoro 10', 'VVVera', 'Marnrny', 'Zoë', 'Роса', '|0']) {
      const key = nameKey(name)
      expect(await prisma.$queryRaw`select name_look(${key}) as look`).toEqual([{ look: lookOf(key) }])
    }
  })

  test.each(['WiIIoro edekfa', 'VVilloro edekfa', 'Will0r0 edekfa', 'WILLORO EDEKFA'])(
    '%s beside Willoro edekfa',
    async (name) => {
      await register('Willoro edekfa').catch(() => {})
      await expect(register(name)).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    },
  )

  test('of two at once, or in one request, that look alike one is registered', async () => {
    const both = await Promise.allSettled([register('Bernd Alike'), register('Bemd AIike')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const made = await registerEach(
      prisma,
      [
        { name: 'Tom Ill', kind: 'bot' },
        { name: 'T0m lIl', kind: 'bot' },
      ],
      new Date(),
    )
    expect(made).toEqual([
      expect.objectContaining({ player: expect.anything() }),
      expect.objectContaining({ code: 'NAME_TAKEN' }),
    ])
  })

  test('the migration leaves all players their names, and marks those who look like an earlier one', async () => {
    const folder = await temporaryFolder()
    const before = await emptyDatabase()
    await cp('prisma/migrations', folder, { recursive: true })
    await rm(join(folder, '20261119220100_name_look'), { recursive: true })
    await migrate(before.url, folder)
    for (const [place, name] of ['lan', 'anne', 'ian'].entries())
      await administer(
        before.url,
        'insert into player (id, name, name_key, kind, created_at) values (gen_random_uuid(), $1, $1, $2, to_timestamp($3))',
        [name, 'bot', place],
      )
    expect(await migrate(before.url)).toEqual(['20261119220100_name_look'])
    expect(
      await administer(before.url, 'select name, look, looks_like_another as marked from player order by created_at'),
    ).toEqual([
      { name: 'lan', look: 'lan', marked: false },
      { name: 'anne', look: 'anne', marked: false },
      { name: 'ian', look: 'lan', marked: true },
    ])
    await before.drop()
    await rm(folder, { recursive: true })
  })

  test('players who looked alike before keep their names, and nobody else gets one like theirs, whoever of them is erased', async () => {
    const old = (id: string, name: string, looksLikeAnother: boolean) => prisma.$executeRaw`
      insert into player (id, name, name_key, kind, looks_like_another) values (${id}::uuid, ${name}, ${name}, 'person', ${looksLikeAnother})`
    await old('7b3f8a52-1111-4222-8333-944445555001', 'bill', false)
    await old('7b3f8a52-1111-4222-8333-944445555002', 'blll', true)
    await expect(register('BiIl')).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    await prisma.$executeRaw`delete from player where name = 'bill'`
    await expect(register('BiIl')).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('a player from before look-alikes were compared keeps the name', async () => {
    const id = '7b3f8a52-1111-4222-8333-944445555666'
    await prisma.player.create({ data: { id, name: 'Роса', nameKey: 'роса', kind: 'person', admin: false } })
    await expect(register('РОСА')).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
  })
})
