import { useCallback } from 'react'
import { type Suggestion, useMoney, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { ProductCard, Suggestions } from '../../wire.ts'

/** What the search box offers while somebody types: categories first, for they are few and lead to many. */
export const useSuggesting = (): ((keyword: string) => Promise<Suggestion[]>) => {
  const { call, language, t } = useShop()
  const money = useMoney()
  return useCallback(
    async (keyword) => {
      const { categories, products } = await call.post<Suggestions>('/api/product/suggest', { keyword, language })
      const priced = ({ price }: ProductCard) => {
        if (!price) return {}
        return { detail: price.from === price.to ? money(price.from) : t('catalogue.price_from', { amount: money(price.from) }) }
      }
      return [
        ...categories.map(({ title, url }) => ({ group: t('catalogue.search.categories'), to: `/category/${url}`, title })),
        ...products.map((product) => ({
          group: t('catalogue.search.products'),
          to: `/product/${product.url}`,
          title: product.name,
          image: product.image,
          seed: product.id,
          ...priced(product),
        })),
      ]
    },
    [call, language, t, money],
  )
}
