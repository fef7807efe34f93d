import type { Article } from '../../wire.ts'

/** Finds articles by what is scanned and by what is typed. */
export interface Finder {
  byCode: (code: string) => Article | undefined
  byWords: (words: string) => Article[]
}

const MOST_SHOWN = 60
const plain = (text: string): string => text.trim().toLowerCase()

/** Twenty thousand articles are looked through in a few milliseconds once their texts are put together. */
export function finderOf(articles: readonly Article[]): Finder {
  const codes = new Map<string, Article>()
  for (const article of articles) {
    if (article.barcode && !codes.has(plain(article.barcode))) codes.set(plain(article.barcode), article)
  }
  // A sku is the house's own word: it wins over somebody's barcode.
  for (const article of articles) codes.set(plain(article.sku), article)
  const texts = articles.map((a) => plain(`${a.name} ${a.choice} ${a.sku} ${a.barcode ?? ''}`))
  return {
    byCode: (code) => codes.get(plain(code)),
    byWords(words) {
      const wanted = plain(words).split(/\s+/).filter(Boolean)
      if (wanted.length === 0) return articles.slice(0, MOST_SHOWN)
      const found: Article[] = []
      for (const [i, text] of texts.entries()) {
        if (!wanted.every((word) => text.includes(word))) continue
        found.push(articles[i] as Article)
        if (found.length === MOST_SHOWN) break
      }
      return found
    },
  }
}
