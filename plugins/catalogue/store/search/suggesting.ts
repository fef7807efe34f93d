import { useCallback } from 'react'
import { type Suggestion, useCurrency, useMoney, useShop } from 'stoa/store'
import type { ProductCard, Suggestions } from '../../api-types.ts'
import { priceIn } from '../shared/price-in.ts'

/** Suggestions while typing: categories first, since they are few and broad. */
export const useSuggesting = (): ((keyword: string) => Promise<Suggestion[]>) => {
  const { call, language, t } = useShop()
  const money = useMoney()
  const chosen = useCurrency()
  return useCallback(
    async (keyword) => {
      const { categories, products } = await call.post<Suggestions>('/api/product/suggest', { keyword, language })
      const priced = ({ price }: ProductCard) => {
        if (!price) return {}
        const { from, to, currency } = priceIn(price, chosen)
        const amount = money(from, currency)
        return { detail: from === to ? amount : t('catalogue.price_from', { amount }) }
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
    [call, language, t, money, chosen],
  )
}
