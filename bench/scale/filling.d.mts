export function fill(
  url: string,
  matches: number,
  settings?: { readonly onProgress?: (written: number) => void; readonly now?: number },
): Promise<void>
