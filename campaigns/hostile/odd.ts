/** Values that programs stumble over, whatever was asked for. */
import type { Chance } from '../chance.js'

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u{1f451}',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'e\u0301\u0323\u0302'.repeat(20),
  '\u202eabc\u202c',
  '\u2028\u2029',
  '\ufeff',
  '\uffff\ufffe',
  '\u0130\u0131\u017f\u212a',
  '\ufdfa'.repeat(30),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "'; drop table entry; --",
  '%00',
  '%',
  '%c0%af',
  '../../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '\r\nx-odd: 1',
  '\\u0000',
  '\\ud800',
  'null',
  'true',
  '-0',
  '1e309',
  '0x10',
  '９９',
  'NaN',
  'x'.repeat(41),
  'x'.repeat(201),
  'x'.repeat(5_000),
]

const ODD_NUMBERS: readonly number[] = [
  -1,
  0,
  -0,
  0.5,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  1e9,
  1e9 + 1,
  1e21,
  1.7976931348623157e308,
]

/** A list within a list, and so on. */
function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 1; level < levels; level++) value = [value]
  return value
}

export const oddNumber = (random: Chance): number => random.pick(ODD_NUMBERS)
export const oddText = (random: Chance): string => random.pick(ODD_TEXTS)

export function oddValue(random: Chance): unknown {
  switch (random.between(0, 9)) {
    case 0:
      return null
    case 1:
      return random.once(2)
    case 2:
    case 3:
      return oddNumber(random)
    case 4:
    case 5:
    case 6:
      return oddText(random)
    case 7:
      return Array.from({ length: random.pick([0, 1, 2, 17, 1000]) }, () => 0)
    case 8:
      return nested(random.pick([2, 20, 60]))
    default:
      return { [oddText(random)]: oddText(random), __proto__: null, type: oddText(random) }
  }
}
