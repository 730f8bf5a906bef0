/** JSON lets an object name a key twice, and programs differ in which one they take: what is to be proven must not have two readings. */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs

/** The first key that stands twice in one object; undefined if there is none. The text must be JSON. */
export function doubledKey(text: string): string | undefined {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const key: string = JSON.parse(last)
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
    last = token
  }
  return undefined
}
