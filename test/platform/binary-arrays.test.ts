import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binaryArray, type Element, type ElementType } from '../../src/platform/binary-arrays.js'
import { createPool } from '../../src/platform/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool({ url: database.url, name: 'binary arrays', max: 1, onError: () => {} })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const ELEMENTS: Readonly<Record<ElementType, readonly Element[]>> = {
  text: ['', 'a', null, 'é€\u{1F451}', 'x'.repeat(5000), '{"a"}', 'NULL', null],
  json: ['{}', '[1, {"a": "é\u{1F451}"}]', null, '{"b":1,"a":2}'],
  int: [0, 1, -1, null, 2_147_483_647, -2_147_483_648],
  float8: [0, -1.5, 1_763_000_000_000.25, null],
  timestamptz: [
    '2026-11-17T16:00:00.123Z',
    '2000-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '1900-02-28T12:00:00.001Z',
    '9999-12-31T23:59:59.999Z',
    null,
  ],
}

test.each(Object.entries(ELEMENTS))('Postgres reads an array of %s as it was given', async (type, elements) => {
  const array = binaryArray(type as ElementType, elements) // the keys of the record are all there are
  await pool.query(`set time zone 'UTC'`)
  const { rows } = await pool.query<{ found: (string | null)[] }>(`select array(select unnest($1::${type}[])::text) as found`, [
    array,
  ])
  const inWords = (one: Element): Element =>
    one === null ? null : type === 'timestamptz' ? Date.parse(String(one)) : String(one)
  expect(rows[0]?.found.map(inWords)).toEqual(elements.map(inWords))
})

test('and an empty one', async () => {
  expect((await pool.query(`select cardinality($1::text[]) as found`, [binaryArray('text', [])])).rows).toEqual([{ found: 0 }])
})
