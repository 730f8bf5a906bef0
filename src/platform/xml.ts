/** Text inside of XML: SVG and the like. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Control characters, halves of pairs and the two that are no characters: XML holds none of them, not even escaped. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Means nothing but itself, between tags and in an attribute alike. */
export const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
