/** Value code of a variant by option key. */
export type Choice = Record<string, string>

/** Parses option values to strings; missing or blank ones are left out. */
export const toChoice = (value: unknown): Choice =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([key, word]) => (word === null || word === '' ? [] : [[key, String(word)]])))
    : {}

/** Highest number of options and stock items of a product. */
export const MAX_OPTIONS = 3
export const MAX_STOCKS = 200

/** Whether two variants have the same option values, in any order. */
export function isSameChoice(a: Choice, b: Choice): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/** Number of options that only one of two combinations has; undefined if a common option differs. */
function apart(a: Choice, b: Choice): number | undefined {
  const [few, many] = Object.keys(a).length < Object.keys(b).length ? [a, b] : [b, a]
  if (!Object.keys(few).every((key) => few[key] === many[key])) return undefined
  return Object.keys(many).length - Object.keys(few).length
}

/** An existing variant, for matching. */
export interface ExistingVariant {
  values: Choice
  visibled: boolean
}

/**
 * Matches requested combinations to existing variants: equal values first, visible variants before hidden ones; then,
 * if options were added or removed, a visible variant whose other values agree. Each variant is matched once.
 * @returns an index into `known` for each requested combination, -1 for a new one
 */
export function matchVariants(requested: readonly Choice[], existing: readonly ExistingVariant[]): number[] {
  const free = new Set(existing.keys())
  const found = requested.map(() => -1)
  const pass = (fits: (choice: Choice, variant: ExistingVariant) => boolean) => {
    for (const [i, choice] of requested.entries()) {
      if (found[i] !== -1) continue
      for (const k of free) {
        const variant = existing[k]
        if (!variant || !fits(choice, variant)) continue
        found[i] = k
        free.delete(k)
        break
      }
    }
  }
  pass((choice, variant) => variant.visibled && isSameChoice(choice, variant.values))
  // The closest match first, so that the only stock item of a product without options becomes the first of several.
  for (let steps = 1; steps <= MAX_OPTIONS; steps++) pass((choice, variant) => variant.visibled && apart(choice, variant.values) === steps)
  pass((choice, variant) => !variant.visibled && isSameChoice(choice, variant.values))
  return found
}

/** All combinations of option values, in order; one empty combination without options. */
export function listCombinations(options: readonly { key: string; values: readonly { code: string }[] }[]): Choice[] {
  return options.reduce<Choice[]>(
    (all, { key, values }) => all.flatMap((combination) => values.map(({ code }) => ({ ...combination, [key]: code }))),
    [{}],
  )
}

/** The part of a combination that remains with these options and values; undefined if its value was removed. */
export function keepExistingOptions(
  choice: Choice,
  options: readonly { key: string; values: readonly { code: string }[] }[],
): Choice | undefined {
  const left: Choice = {}
  for (const [key, code] of Object.entries(choice)) {
    const option = options.find((option) => option.key === key)
    if (!option) continue
    if (!option.values.some((value) => value.code === code)) return undefined
    left[key] = code
  }
  return left
}
