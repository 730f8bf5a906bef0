/** Lines of what a program writes, of which it may write as much as it likes. */
import { StringDecoder } from 'node:string_decoder'

/** Takes bytes as they come and hands on whole lines; `onTooLong` is told the beginning of a line that does not end in time. */
export function lineReader(longest: number, onLine: (line: string) => void, onTooLong: (beginning: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (bytes: Buffer): void => {
    const [first = '', ...others] = decoder.write(bytes).split('\n')
    // Only what is new is searched: a long line may come in many small pieces.
    const parts = [rest + first, ...others]
    rest = parts.pop() ?? ''
    for (const line of parts) onLine(line.replace(/\r$/, ''))
    if (rest.length <= longest) return
    onTooLong(rest)
    rest = ''
  }
}

/** The last lines that it was given. */
export function lastLines(most: number) {
  const lines: string[] = []
  return {
    lines: (): readonly string[] => lines,
    add(line: string): void {
      lines.push(line)
      if (lines.length > most) lines.shift()
    },
  }
}
