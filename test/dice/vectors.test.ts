/** The test vectors of docs/dice.md, made with Python's hmac and hashlib and with openssl, never with the code under test. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labelledDice, rankInPile } from '../../src/dice/labelled.js'
import { commitmentTo, entryHash, genesisHash } from '../../src/log/chain.js'

const SECRET = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
const dice = labelledDice(SECRET)

describe('rolls', () => {
  test.each([
    ['starter', 4, 2],
    ['starter', 2, 0],
    ['starter', 3, 1],
    ['würfel:1', 6, 2],
  ])('%s with %d sides gives %d', (label, sides, value) => {
    expect(dice.roll(label, sides)).toBe(value)
  })

  test.each([
    ['reject:58082', 1641556829],
    ['reject:136593', 1235406166],
  ])('%s first gives a value above the largest multiple of 4294901761 sides and is rerolled', (label, value) => {
    const sides = 4294901761
    const first = createHmac('sha256', SECRET).update(`roll\n${label}\n0`).digest().readUIntBE(0, 6)
    expect(first).toBeGreaterThanOrEqual(2 ** 48 - (2 ** 48 % sides))
    expect(dice.roll(label, sides)).toBe(value)
    expect(first % sides).not.toBe(value)
  })
})

describe('piles', () => {
  const CARDS = ['land1/1', 'land1/2', 'dragon/1', 'wizard/1', 'mountain/1']

  test('the order is that of the ranks', () => {
    expect(dice.draw('tiles:1', CARDS, 5)).toEqual(['wizard/1', 'land1/2', 'land1/1', 'dragon/1', 'mountain/1'])
    expect(dice.draw('tiles:2', CARDS, 5)).toEqual(['land1/1', 'wizard/1', 'dragon/1', 'land1/2', 'mountain/1'])
  })

  test('the rank of a card is one HMAC', () => {
    expect(rankInPile(SECRET, 'tiles:1', 'wizard/1')).toBe('09ae6775adf3e58c1ac39aff335ab8ba04c2e63f950ab226c8c93af21d587056')
  })
})

describe('the chain', () => {
  const commitment = 'b11c6d6c39244c86356aca562f39382d8d789cfe22ea58dbf3afac3418d85057'
  const options = { noLuck: true, lastCastle: false, instant: false, starter: 'seat0' }
  const genesis = { match: 'match-1', game: 'kingdoms', options, seats: 2, commitment }
  const head = '9cb41acc518ca136c681111eb16177764b1bdae9486a67797c75eee8263e2bec'

  test('the commitment binds secret and match', () => {
    expect(commitmentTo(SECRET, 'match-1')).toBe(commitment)
  })

  test('the hash before the first entry', () => {
    expect(genesisHash(genesis)).toBe(head)
  })

  test('the hash of an entry, salted', () => {
    const events = [
      { type: 'EpochBegan', epoch: 1, starter: 0 },
      { type: 'TurnBegan', seat: 0 },
    ]
    const entry = { version: 1, rules: 1, command: { type: 'start' as const }, events, rolls: [], at: null }
    expect(entryHash(head, entry, SECRET)).toBe('92926e4fec27cc9765e23fdbb07db2c03796ed2d1cb3675858aa39d6ba1398de')
  })
})

test('docs/dice.md prints the same vectors', () => {
  const page = readFileSync(new URL('../../docs/dice.md', import.meta.url), 'utf8')
  for (const figure of [
    '1641556829',
    '1235406166',
    '09ae6775adf3e58c',
    'b11c6d6c39244c86',
    '9cb41acc518ca136',
    '3ea553b45956fe44',
    '92926e4fec27cc97',
  ])
    expect(page).toContain(figure)
})
