import type { Article } from '../../api-types.ts'

/** Finds items by code or text. */
export interface Finder {
  byCode: (code: string) => Article | undefined
  /** In a category, or in all if absent. */
  byWords: (words: string, category?: number) => Article[]
}

const MOST_SHOWN = 60
/** Items stored by an older version have no categories. */
export const isIn = ({ categories }: { categories?: readonly number[] }, category: number): boolean =>
  categories?.includes(category) ?? false

const plain = (text: string): string => text.trim().toLowerCase()

/** Searches a prebuilt text index: 20,000 items take a few milliseconds. */
export function getFinder(articles: readonly Article[]): Finder {
  const codes = new Map<string, Article>()
  for (const article of articles) {
    if (article.barcode && !codes.has(plain(article.barcode))) codes.set(plain(article.barcode), article)
  }
  // A sku takes precedence over a barcode.
  for (const article of articles) codes.set(plain(article.sku), article)
  const texts = articles.map((a) => plain(`${a.name} ${a.choice} ${a.sku} ${a.barcode ?? ''}`))
  return {
    byCode: (code) => codes.get(plain(code)),
    byWords(words, category) {
      const terms = plain(words).split(/\s+/).filter(Boolean)
      if (terms.length === 0 && category === undefined) return articles.slice(0, MOST_SHOWN)
      const found: Article[] = []
      for (const [i, text] of texts.entries()) {
        const article = articles[i] as Article
        if (category !== undefined && !isIn(article, category)) continue
        if (!terms.every((word) => text.includes(word))) continue
        found.push(article)
        if (found.length === MOST_SHOWN) break
      }
      return found
    },
  }
}
