/** Parts of a page that are written by `npm run generate`; what is around them is written by hand. */

const END = '<!-- End of what is written. -->'

/** The page with the part after the mark `begin` written anew. */
export function withPart(page: string, begin: string, part: string): string {
  const [before, rest] = halves(page, begin)
  const [, after] = halves(rest, END)
  return `${before}${begin}\n${part}\n${END}${after}`
}

function halves(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`the mark is missing: ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
