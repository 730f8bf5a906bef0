/** Text that goes into HTML and SVG. Names are chosen by strangers. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** No longer than there is room for, and without half a character at its end. */
export function shortened(text: string, longest: number): string {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

export const figure = (value: number, digits = 2): string => `${Number(value.toFixed(digits))}`

/** A whole number with its sign. */
export function signed(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${Number.isFinite(value) ? Math.abs(value).toFixed(0) : '∞'}`
}
