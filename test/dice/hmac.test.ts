import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmac } from '../../src/dice/hmac.js'

test('HMAC by two hashes is what Node makes, for keys and texts of any length in any order', () => {
  for (const length of [32, 64, 0, 1, 65, 63, 31, 33, 200]) {
    const key = randomBytes(length)
    for (const text of ['', 'salt\n1', 'é€\u{1F451}', '€'.repeat(256), 'x'.repeat(257), 'salt\n2147483647'])
      for (const encoding of ['hex', 'binary'] as const)
        expect(hmac(key, text, encoding)).toBe(createHmac('sha256', key).update(text).digest(encoding))
  }
})
