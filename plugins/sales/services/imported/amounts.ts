import { findIndexBeyond, parseMoney } from 'stoa'
import { type BalancedAmounts, balanceAmounts } from '../../domain/imported-amounts.ts'

/** An item sold with an imported order. Amounts in minor units. */
export interface ImportedItem {
  sku: string
  item: string
  quantity: number
  price: number
  discount: number
}

/** The amounts of an imported order as an order of this shop stores them. */
export interface OrderAmounts extends BalancedAmounts {
  items: ImportedItem[]
  paid: number
}

const getMinor = (value: unknown): number => (value === undefined || value === null || value === '' ? 0 : parseMoney(String(value)))

/** Index of the line at which the sum exceeds the largest amount; -1 if none does. */
export const findLineTooLarge = (lines: readonly object[], rate: string): number =>
  findIndexBeyond(
    lines.map((line) => {
      const { quantity, price } = line as Record<string, unknown>
      return Number(quantity ?? 1) * getMinor(price)
    }),
    rate,
  )

/**
 * The amounts of a row of `order_import`, as it is stored or as the imported file has it. If the file has no lines,
 * one line stands for the whole order. Undefined for amounts that cannot be parsed or do not add up.
 */
export function importedAmounts(row: object): OrderAmounts | undefined {
  const { lines, subtotal, discount, shipping, tax, total, currency, status, outstanding } = row as Record<string, unknown>
  try {
    const sums = { discount: Math.abs(getMinor(discount)), shipping: getMinor(shipping), tax: getMinor(tax), total: getMinor(total) }
    const importedItems = ((lines ?? []) as Record<string, unknown>[]).map((line): ImportedItem => {
      if (line.price === undefined) throw new RangeError('a line that does not say its price')
      return {
        sku: String(line.sku ?? ''),
        item: String(line.item ?? ''),
        quantity: Number(line.quantity ?? 1),
        price: getMinor(line.price),
        discount: getMinor(line.line_discount),
      }
    })
    const items = importedItems.filter(({ quantity }) => quantity > 0)
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
