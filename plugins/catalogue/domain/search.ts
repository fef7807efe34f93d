/** What a keyword may hold (rule noSpecific, specification C §5): letters and digits of any script, underscore, space, hyphen. */
const keywordShape = /^[\p{L}\p{M}\p{Nd}_ -]+$/u

/** A product's code may hold some signs more: one word with a digit in it, as `A-B_C.9/7`. */
const codeShape = /^(?=\D*\d)[\p{L}\p{M}\p{Nd}_./#+:&()-]+$/u

/** A keyword as it is looked for, in normal width; undefined when it breaks the rule and is no code either. */
export function readKeyword(raw: string): string | undefined {
  const keyword = raw.normalize('NFKC').trim()
  return keyword.length <= 100 && (keywordShape.test(keyword) || codeShape.test(keyword)) ? keyword : undefined
}

/** Whether a keyword can be nothing but the code of a product, for it holds signs no words are looked for by. */
export const isCode = (keyword: string): boolean => !keywordShape.test(keyword)

/**
 * The words of a keyword. Chinese is written without spaces, so it parts from Latin by itself; a hyphen joins, and so does
 * a lone letter: "t shirt" is "tshirt", which is also what "T-shirt" is compared as.
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
