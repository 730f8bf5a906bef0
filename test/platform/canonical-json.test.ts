import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { canonicalJson } from '../../src/platform/canonical-json.js'
import { goldenMatches } from '../support/golden.js'
import { probed } from '../support/probes.js'

const chance = seededStream(3)
const KEYS = ['a', 'B', 'ä', 'z9', 'aa', '€', '\u{1F451}', 'seat', 'type']
const SCALARS = [0, -1, 1.5, 1e21, 1e-7, true, false, null, '', 'é"\\\n\u0007', '\u{1F451}']
const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T

function anything(depth: number): unknown {
  if (depth === 0 || chance() < 0.3) return pick(SCALARS)
  const parts = Array.from({ length: Math.floor(chance() * 5) }, () => anything(depth - 1))
  return chance() < 0.5 ? parts : Object.fromEntries(parts.map((part) => [pick(KEYS), part]))
}

describe('canonical JSON', () => {
  test('is what the library for RFC 8785 writes, for any value', () => {
    for (let i = 0; i < 2000; i++) {
      const value = anything(4)
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }
  })

  test.each(probed)('and for every entry of $game.id that is kept', ({ game }) => {
    for (const { transcript } of goldenMatches(game)) {
      for (const entry of transcript.entries) expect(canonicalJson(entry)).toBe(canonicalize(entry))
    }
  })
})
