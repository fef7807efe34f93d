/** What a keyword may hold (rule noSpecific, specification C §5): letters, digits, Chinese characters, _, space, -. */
const keywordShape = /^[\p{Script=Latin}\p{Script=Han}0-9_ -]+$/u

/** A keyword as it is looked for, in normal width; undefined when it breaks the rule. */
export function readKeyword(raw: string): string | undefined {
  const keyword = raw.normalize('NFKC').trim()
  return keyword.length <= 100 && keywordShape.test(keyword) ? keyword : undefined
}

/**
 * The words of a keyword. Chinese is written without spaces, so it parts from Latin by itself; a hyphen joins, and so does
 * a lone letter: "t shirt" is "tshirt", which is also what "T-shirt" is compared as.
 */
export function wordsOf(keyword: string): string[] {
  const parts = keyword.replaceAll(/[-_]/g, '').match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []
  const words: string[] = []
  for (const part of parts) {
    const before = words.at(-1)
    if (before !== undefined && /^[a-z]$/i.test(before)) words[words.length - 1] = before + part
    else words.push(part)
  }
  return [...new Set(words)].slice(0, 8)
}
