import { findIndexBeyond, parseMoney } from 'stoa'
import { type BalancedAmounts, balanceAmounts } from '../../domain/imported-amounts.ts'

/** What was sold with an order of another shop. Amounts in minor units. */
export interface ImportedItem {
  sku: string
  item: string
  quantity: number
  price: number
  discount: number
}

/** The amounts of an order of another shop as an order of ours holds them. */
export interface OrderAmounts extends BalancedAmounts {
  items: ImportedItem[]
  paid: number
}

const getMinor = (value: unknown): number => (value === undefined || value === null || value === '' ? 0 : parseMoney(String(value)))

/** Index of the line with which lines come to more than an amount can hold; -1 where there is none. */
export const indexOfTooLarge = (lines: readonly object[], rate: string): number =>
  findIndexBeyond(
    lines.map((line) => {
      const { quantity, price } = line as Record<string, unknown>
      return Number(quantity ?? 1) * getMinor(price)
    }),
    rate,
  )

/**
 * The amounts of a row of `order_import`, as it is stored or as a sheet has it. Where a sheet tells of no lines, one stands for all of them.
 * Undefined for what cannot be read or does not add up.
 */
export function importedAmounts(row: object): OrderAmounts | undefined {
  const { lines, subtotal, discount, shipping, tax, total, currency, status, outstanding } = row as Record<string, unknown>
  try {
    const sums = { discount: Math.abs(getMinor(discount)), shipping: getMinor(shipping), tax: getMinor(tax), total: getMinor(total) }
    const told = ((lines ?? []) as Record<string, unknown>[]).map((line): ImportedItem => {
      if (line.price === undefined) throw new RangeError('a line that does not say its price')
      return {
        sku: String(line.sku ?? ''),
        item: String(line.item ?? ''),
        quantity: Number(line.quantity ?? 1),
        price: getMinor(line.price),
        discount: getMinor(line.line_discount),
      }
    })
    const items = told.filter(({ quantity }) => quantity > 0)
    if (items.length === 0) {
      const price = subtotal === undefined || subtotal === null || subtotal === '' ? sums.total - sums.shipping : getMinor(subtotal)
      items.push({ sku: '', item: '', quantity: 1, price: Math.max(0, price), discount: 0 })
    }
    const balanced = balanceAmounts({ ...sums, currency: String(currency ?? ''), lines: items })
    const paid =
      status === 'canceled'
        ? Math.abs(getMinor((row as { refunded?: unknown }).refunded))
        : Math.max(0, sums.total - Math.max(0, getMinor(outstanding)))
    return balanced && { ...balanced, items, paid }
  } catch {
    return undefined
  }
}
