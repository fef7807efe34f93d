import type { Article } from '../../api-types.ts'

/** Finds articles by what is scanned and by what is typed. */
export interface Finder {
  byCode: (code: string) => Article | undefined
  /** Of a category, or of all when absent. */
  byWords: (words: string, category?: number) => Article[]
}

const MOST_SHOWN = 60
/** Articles a device kept since before it knew of categories are in none. */
export const isIn = ({ categories }: { categories?: readonly number[] }, category: number): boolean =>
  categories?.includes(category) ?? false

const plain = (text: string): string => text.trim().toLowerCase()

/** Twenty thousand articles are looked through in a few milliseconds once their texts are put together. */
export function getFinder(articles: readonly Article[]): Finder {
  const codes = new Map<string, Article>()
  for (const article of articles) {
    if (article.barcode && !codes.has(plain(article.barcode))) codes.set(plain(article.barcode), article)
  }
  // A sku is the house's own word: it wins over somebody's barcode.
  for (const article of articles) codes.set(plain(article.sku), article)
  const texts = articles.map((a) => plain(`${a.name} ${a.choice} ${a.sku} ${a.barcode ?? ''}`))
  return {
    byCode: (code) => codes.get(plain(code)),
    byWords(words, category) {
      const wanted = plain(words).split(/\s+/).filter(Boolean)
      if (wanted.length === 0 && category === undefined) return articles.slice(0, MOST_SHOWN)
      const found: Article[] = []
      for (const [i, text] of texts.entries()) {
        const article = articles[i] as Article
        if (category !== undefined && !isIn(article, category)) continue
        if (!wanted.every((word) => text.includes(word))) continue
        found.push(article)
        if (found.length === MOST_SHOWN) break
      }
      return found
    },
  }
}
