import { type SheetWarning, message } from 'stoa'

/** Warnings about prices that lose money. Customers pay the lower of price and special price. */
export function priceWarnings(row: Record<string, unknown>): SheetWarning[] {
  const price = amount(row.price)
  const special = amount(row.special_price)
  if (price === undefined || special === undefined) return []
  const params = { price: price.toFixed(2), special: special.toFixed(2) }
  if (special === 0 && price > 0)
    return [{ fields: ['special_price', 'price'], why: message('catalogue:warning.special_of_nothing', params) }]
  if (price === 0 && special > 0)
    return [{ fields: ['price', 'special_price'], why: message('catalogue:warning.price_of_nothing', params) }]
  if (special > price) return [{ fields: ['special_price', 'price'], why: message('catalogue:warning.special_above_price', params) }]
  return []
}

/** Warns about a timed price of zero. */
export const timedPriceWarnings = (row: Record<string, unknown>): SheetWarning[] =>
  amount(row.price) === 0 ? [{ fields: ['price'], why: message('catalogue:warning.timed_price_of_nothing') }] : []

function amount(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const number = String(value).trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}
