import type { Currency } from 'stoa/store'
import type { PriceRange } from '../../api-types.ts'

/** A price to display: in `currency` if given, or else in the base currency, to be converted. */
export type PriceInCurrency = Pick<PriceRange, 'from' | 'to' | 'was'> & { currency?: string }

/** Product price in a currency: its own price there, or else the base price. */
export const priceIn = (price: PriceRange, { identifier }: Currency): PriceInCurrency =>
  price.currencies?.find(({ currency }) => currency === identifier) ?? price
