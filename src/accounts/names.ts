/** Names of players: what they may hold, which are kept back, and which are the same to the eye. */

import { BOTS } from '../bots/names.js'

/** Their letters look alike, so a name that mixes them is there to be taken for another. */
const LATIN = /\p{Script=Latin}/u
const ALPHABETS = [
  LATIN,
  ...['Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u')),
]

/** Written beside Latin letters by many, and like few of them. */
const BESIDE_LATIN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/gu
const PLAIN = /[0-9 ._-]/g

/** With letters of one of these, there are no others, nor digits of another script. */
export function isOfOneAlphabet(name: string): boolean {
  const letters = name.normalize('NFKC').replace(PLAIN, '')
  const [first, second] = ALPHABETS.filter((alphabet) => alphabet.test(letters))
  if (!first || second) return !first
  const own = first === LATIN ? letters.replace(BESIDE_LATIN, '') : letters
  return [...own].every((letter) => first.test(letter))
}

/** Those of languages that are written with it, without signs of phonetics, many of which are like a letter: as they are, or with an accent. */
const COMMON_LATIN = /^[a-zA-ZÀ-ÖØ-öø-ķĹ-žƠơƯưƏəǍ-ǜǦ-ǩǴǵǸ-țḀ-ẙẞẠ-ỹ]$/u

export const isOfCommonLetters = (name: string): boolean =>
  [...name.normalize('NFKC')].every((letter) => !LATIN.test(letter) || COMMON_LATIN.test(letter))

/** Some letters are blank: fillers of Hangul, say. */
export const hasInvisible = (name: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(name)

/** Lower-case letters of whole names such as the Cyrillic "сосо", and the Latin ones that they, or their capitals, are read as. */
const LOOK_ALIKES = new Map([
  ...pairs('авеёкмнопрстухіїјѕһԁԛԝӏьѵ', 'abeëkmhonpctyxiïjshdqwlbv'),
  ...pairs('αβεζηικμνοπρτυχγ', 'abezhikmnonptyxy'),
  ...pairs('ոսօցհ', 'nuogh'),
  ...pairs('ıſ', 'is'),
])

function pairs(letters: string, read: string): [string, string][] {
  const latin = [...read]
  return [...letters].map((letter, index) => [letter, latin[index] ?? letter])
}

/** Compared without case, with one way to write each letter, and one space where there are several. */
export const plainKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/ +/g, ' ')

/** By which a player is found, also by the beginning: one alphabet stands for those that look like it. */
export const nameKey = (name: string): string => [...plainKey(name)].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('')

/**
 * Names with the same look are the same to the eye. As case makes no difference, what looks like either case of a letter is that letter: I is l, so i
 * is too. The migration of `name_look` has the same function.
 */
export const lookOf = (key: string): string =>
  key.replace(/[i1|]/g, 'l').replaceAll('0', 'o').replaceAll('w', 'vv').replaceAll('m', 'rn')

/** What an erased player is called. No two are called alike, and nobody can be registered so. */
export const erasedName = (id: string): string => `erased ${id.replaceAll('-', '').slice(0, 12)}`

/** As it looks: with l and o for 1 and 0. */
const ERASED = /^erased[2-9a-flo]{8,}$/

/** What others would take for the server or those who run it, with a number behind it or without. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ...['admin', 'administrator', 'chancery', 'house', 'moderator', 'mod', 'operator', 'organiser', 'referee', 'root'],
    ...['server', 'support', 'system'],
    // Bots of the house.
    ...BOTS.map((bot) => `house${bot.replace(/[^a-z]/g, '')}`),
  ].map(lookOf),
)

/** Letters with a stroke are not made of a letter and a mark. */
const STROKES = new Map(pairs('øłđħŧ', 'oldht'))

const withoutMarks = (key: string): string =>
  [...key.normalize('NFD').replace(/\p{M}/gu, '')].map((letter) => STROKES.get(letter) ?? letter).join('')

export function isReserved(name: string): boolean {
  const bare = withoutMarks(nameKey(name)).replace(/[ ._-]/g, '')
  return RESERVED.has(lookOf(bare.replace(/\d+$/, ''))) || RESERVED.has(lookOf(bare)) || ERASED.test(lookOf(bare))
}
