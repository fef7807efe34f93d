import type { Currency } from 'stoa/store'
import type { PriceRange } from '../../api-types.ts'

/** A price to be drawn: in `currency` where it is named, else in the base currency, to be converted. */
export type PriceInCurrency = Pick<PriceRange, 'from' | 'to' | 'was'> & { currency?: string }

/** The price of a product for whoever pays in a currency: the one set there, else that of the base currency. */
export const priceIn = (price: PriceRange, { identifier }: Currency): PriceInCurrency =>
  price.currencies?.find(({ currency }) => currency === identifier) ?? price
