const blank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * Codes for variants that have none: the base with -stock1, -stock2 … in order, skipping used ones
 * (specification C §5). The same rule makes skus and barcodes.
 */
export function fillCodes(base: string, given: readonly unknown[], used: Iterable<string> = []): string[] {
  const taken = new Set(used)
  for (const code of given) if (!blank(code)) taken.add(String(code).trim())
  let n = 0
  return given.map((code) => {
    if (!blank(code)) return String(code).trim()
    let made: string
    do made = `${base}-stock${++n}`
    while (taken.has(made))
    taken.add(made)
    return made
  })
}

/** The address made of a product's code: the code itself where it can stand in one. */
export const addressOf = (code: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(code)
    ? code
    : code
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
        .replaceAll(/^[._-]+|-+$/g, '')
