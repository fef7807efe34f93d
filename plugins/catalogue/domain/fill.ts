const blank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * Codes for variants without one: the base with -stock1, -stock2 … in order, skipping used ones (specification C §5).
 * All blank codes of a variant get the same value, and no two variants share a value in any column, so that a scan is
 * unambiguous.
 */
export function fillCodes(base: string, codeRows: readonly (readonly unknown[])[], used: Iterable<string> = []): string[][] {
  const usedCodes = new Set(used)
  for (const code of codeRows.flat()) if (!blank(code)) usedCodes.add(String(code).trim())
  let n = 0
  const next = () => {
    let made: string
    do made = `${base}-stock${++n}`
    while (usedCodes.has(made))
    return made
  }
  return codeRows.map((codes) => {
    const made = codes.some(blank) ? next() : ''
    return codes.map((code) => (blank(code) ? made : String(code).trim()))
  })
}

/** URL handle of a product code: the code itself if it is valid in a path. */
export const toUrlHandle = (code: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(code)
    ? code
    : code
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
        .replaceAll(/^[._-]+|-+$/g, '')
