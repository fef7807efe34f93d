/** The value a variant has of each option, by their machine words. */
export type Choice = Record<string, string>

/** A combination as it came, its values as texts. What is none, or left blank, chooses nothing. */
export const toChoice = (value: unknown): Choice =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([key, word]) => (word === null || word === '' ? [] : [[key, String(word)]])))
    : {}

/** A product may vary in so many ways, and come in so many stocks. */
export const MAX_OPTIONS = 3
export const MAX_STOCKS = 200

/** Whether two variants are the same combination, in whatever order it is written. */
export function isSameChoice(a: Choice, b: Choice): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/** By how many options one combination is more or less than the other; undefined when their values differ. */
function apart(a: Choice, b: Choice): number | undefined {
  const [few, many] = Object.keys(a).length < Object.keys(b).length ? [a, b] : [b, a]
  if (!Object.keys(few).every((key) => few[key] === many[key])) return undefined
  return Object.keys(many).length - Object.keys(few).length
}

/** A variant that is there already, as far as finding it again goes. */
export interface KnownVariant {
  values: Choice
  visibled: boolean
}

/**
 * Finds the known variant each wanted combination is: the same set of values first, those on sale before hidden ones;
 * then, where options came or went, one on sale whose other values survive. No variant is found twice.
 * Answers an index into `known` for each wanted combination, -1 for a new one.
 */
export function matchVariants(requested: readonly Choice[], known: readonly KnownVariant[]): number[] {
  const free = new Set(known.keys())
  const found = requested.map(() => -1)
  const pass = (fits: (choice: Choice, one: KnownVariant) => boolean) => {
    for (const [i, choice] of requested.entries()) {
      if (found[i] !== -1) continue
      for (const k of free) {
        const one = known[k]
        if (!one || !fits(choice, one)) continue
        found[i] = k
        free.delete(k)
        break
      }
    }
  }
  pass((choice, one) => one.visibled && isSameChoice(choice, one.values))
  // The nearest first, so that the one stock of a product without options still becomes the first of several.
  for (let steps = 1; steps <= MAX_OPTIONS; steps++) pass((choice, one) => one.visibled && apart(choice, one.values) === steps)
  pass((choice, one) => !one.visibled && isSameChoice(choice, one.values))
  return found
}

/** Every combination of the options' values, in their order; one empty one without options. */
export function listCombinations(options: readonly { key: string; values: readonly { code: string }[] }[]): Choice[] {
  return options.reduce<Choice[]>((all, { key, values }) => all.flatMap((one) => values.map(({ code }) => ({ ...one, [key]: code }))), [{}])
}

/** What is left of a combination when only these options and values are left; undefined when its value is gone. */
export function keepExistingOptions(
  choice: Choice,
  options: readonly { key: string; values: readonly { code: string }[] }[],
): Choice | undefined {
  const left: Choice = {}
  for (const [key, code] of Object.entries(choice)) {
    const option = options.find((one) => one.key === key)
    if (!option) continue
    if (!option.values.some((value) => value.code === code)) return undefined
    left[key] = code
  }
  return left
}
