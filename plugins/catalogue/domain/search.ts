/** Allowed characters of a keyword (rule noSpecific, specification C §5): letters and digits of any script, underscore, space, hyphen. */
const keywordShape = /^[\p{L}\p{M}\p{Nd}_ -]+$/u

/** Product codes may contain further signs: one word with a digit, such as `A-B_C.9/7`. */
const codeShape = /^(?=\D*\d)[\p{L}\p{M}\p{Nd}_./#+:&()-]+$/u

/** A normalized keyword in half-width characters; undefined if it violates the rule and is no code either. */
export function readKeyword(raw: string): string | undefined {
  const keyword = raw.normalize('NFKC').trim()
  return keyword.length <= 100 && (keywordShape.test(keyword) || codeShape.test(keyword)) ? keyword : undefined
}

/** Whether a keyword can only be a product code, because it contains signs that words do not have. */
export const isCode = (keyword: string): boolean => !keywordShape.test(keyword)

/**
 * Splits a keyword into words. Chinese text is separated from Latin text. A hyphen and a single letter join words: "t
 * shirt" is "tshirt", to which "T-shirt" is normalized too.
 */
export function splitWords(keyword: string): string[] {
  const parts = keyword.replaceAll(/[-_]/g, '').match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []
  const words: string[] = []
  for (const part of parts) {
    const before = words.at(-1)
    if (before !== undefined && /^[a-z]$/i.test(before)) words[words.length - 1] = before + part
    else words.push(part)
  }
  return [...new Set(words)].slice(0, 8)
}
