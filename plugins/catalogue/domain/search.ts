/** What a keyword may hold (rule noSpecific, specification C §5): letters, digits, Chinese characters, _, space, -. */
export const keywordShape = /^[A-Za-z0-9\u00C0-\u024F\u3400-\u9FFF\uF900-\uFAFF_ -]+$/

/** Pairs of neighbouring characters of each word, as the index holds them. */
export function bigrams(keyword: string): string[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return [...new Set(words.flatMap((w) => [...w].slice(0, -1).map((c, i) => c + [...w][i + 1])))]
}
