/** The table of docs/errors.md: what each code means, and its status. Read when the reference is written. */

export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly meaning: string
  /** The heading under which it stands: the name of a game, for those of its rules. */
  readonly section: string
}

const ROW = /^\| `([A-Z_]+)` \| (\d{3}) \| (.+) \|$/

export function readErrorCodes(page: string): ErrorCode[] {
  let section = ''
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const [, code, status, meaning] = ROW.exec(line) ?? []
    return code === undefined || meaning === undefined ? [] : [{ code, status: Number(status), meaning, section }]
  })
}
