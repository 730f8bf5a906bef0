/** The names of all elements of a piece of XML, which must be well-formed: every element is closed, and no < or & stands for itself. */
export function tagsOf(text: string): string[] {
  const open: string[] = []
  const found: string[] = []
  let at = 0
  for (const match of text.matchAll(/<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/g)) {
    requirePlain(text.slice(at, match.index))
    at = match.index + match[0].length
    const [, closes, name = '', , isEmpty] = match
    if (closes) {
      const last = open.pop()
      if (last !== name) throw new Error(`</${name}> closes <${last}>`)
    } else {
      found.push(name)
      if (!isEmpty) open.push(name)
    }
  }
  requirePlain(text.slice(at))
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`)
  return found
}

function requirePlain(text: string): void {
  const odd = /<|&(?!(?:amp|lt|gt|quot|#39);)/.exec(text)
  if (odd) throw new Error(`not well-formed: ${text.slice(odd.index, odd.index + 40)}`)
}
