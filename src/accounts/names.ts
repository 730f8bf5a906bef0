/** Names of players: what they may hold, which are kept back, and which are the same to the eye. */

/** Their letters look alike, so a name that mixes them is there to be taken for another. */
const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

export function isOfOneAlphabet(name: string): boolean {
  const plain = name.normalize('NFKC')
  return ALPHABETS.filter((alphabet) => alphabet.test(plain)).length <= 1
}

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

/** Names with the same key are the same to the eye. */
export const nameKey = (name: string): string => [...plainKey(name)].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('')

/** What an erased player is called. No two are called alike, and nobody can be registered so. */
export const erasedName = (id: string): string => `erased ${id.replaceAll('-', '').slice(0, 12)}`

const ERASED = /^erased[0-9a-f]{8,}$/

/** What others would take for the server or those who run it. */
const RESERVED = /^(?:admin|administrator|chancery|house|moderator|mod|operator|organiser|referee|root|server|support|system)\d*$/

export function isReserved(name: string): boolean {
  const bare = nameKey(name).replace(/[ ._-]/g, '')
  return RESERVED.test(bare) || ERASED.test(bare)
}
