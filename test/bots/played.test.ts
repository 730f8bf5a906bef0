import { describe, expect, test } from 'vitest'
import { goingOn } from '../../bench/strength/played.mjs'

describe('what bots have played against each other', () => {
  const kept = { print: 'aa', sets: [1, 0.5, 1] }

  test('is kept as long as the first set goes as it did', () => {
    expect(goingOn(kept, { print: 'aa', share: 1 })).toBe(kept)
  })

  test('is forgotten when they choose otherwise', () => {
    expect(goingOn(kept, { print: 'bb', share: 0.5 })).toEqual({ print: 'bb', sets: [0.5] })
  })

  test('begins with the first set', () => {
    expect(goingOn(undefined, { print: 'aa', share: 0.5 })).toEqual({ print: 'aa', sets: [0.5] })
  })
})
