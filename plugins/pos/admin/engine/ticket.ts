import { formatMoney, parseMoney } from 'stoa/money'
import type { Article, CounterQuote, Pickup } from '../../api-types.ts'

/** A line of the sale. Amounts as decimal strings. */
export interface Line {
  /** Stable identity of the line. */
  key: string
  article: Pick<Article, 'id' | 'sku' | 'name' | 'choice' | 'pay' | 'price_signature' | 'image'>
  quantity: number
  /** Manual price with its reason. */
  price?: { unit: string; reason: string; discountable?: boolean }
}

/** The current sale, before payment. */
export interface Ticket {
  lines: Line[]
  customer?: { id: number; name: string }
  discount?: { amount: string; reason: string }
  codes?: { typed: string[] }
  /** Points of the customer to redeem. */
  points?: { use: number }
}

export const empty: Ticket = { lines: [] }

/** Unit price of a line. */
export const getUnit = (line: Line): string => line.price?.unit ?? line.article.pay

export const lineTotal = (line: Line): number => parseMoney(getUnit(line)) * line.quantity

/** Total in minor units, as far as the device knows it. */
export const getTotal = (ticket: Ticket): number =>
  Math.max(0, ticket.lines.reduce((sum, line) => sum + lineTotal(line), 0) - parseMoney(ticket.discount?.amount ?? '0'))

export const getUnits = ({ lines }: Ticket): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Adds an item: to its line, unless that has a manual price. The changed line moves to the end. */
export function add(ticket: Ticket, article: Article, quantity = 1): Ticket {
  const existingLine = ticket.lines.find((line) => line.article.id === article.id && !line.price)
  const { id, sku, name, choice, pay, price_signature, image } = article
  const line: Line = existingLine
    ? {
        ...existingLine,
        article: { ...existingLine.article, pay, price_signature },
        quantity: Math.min(9_999, existingLine.quantity + quantity),
      }
    : { key: `${id}-${Date.now()}-${ticket.lines.length}`, article: { id, sku, name, choice, pay, price_signature, image }, quantity }
  return { ...ticket, lines: [...ticket.lines.filter((other) => other !== existingLine), line] }
}

const MOST = 9_999

/** Sets the quantity of a line; zero removes it. */
export const setQuantity = (ticket: Ticket, key: string, quantity: number): Ticket => ({
  ...ticket,
  lines: ticket.lines.flatMap((line) =>
    line.key !== key ? [line] : quantity < 1 ? [] : [{ ...line, quantity: Math.min(MOST, quantity) }],
  ),
})

export const setPrice = (ticket: Ticket, key: string, price: Line['price']): Ticket => ({
  ...ticket,
  lines: ticket.lines.map((line) => {
    if (line.key !== key) return line
    const { price: _, ...plain } = line
    return price ? { ...plain, price } : plain
  }),
})

/** The sale with current item prices; the same object if no price changed. */
export function withCurrentPrices(ticket: Ticket, articles: readonly Article[]): Ticket {
  const prices = new Map(articles.map(({ id, pay }) => [id, pay]))
  const getPrice = ({ id, pay }: Line['article']) => prices.get(id) ?? pay
  if (ticket.lines.every(({ article }) => getPrice(article) === article.pay)) return ticket
  return { ...ticket, lines: ticket.lines.map((line) => ({ ...line, article: { ...line.article, pay: getPrice(line.article) } })) }
}

/** Request body to price a sale. */
export const getBody = ({ lines, customer, discount, codes, points }: Ticket) => ({
  lines: lines.map((line) => ({
    subject_id: line.article.id,
    quantity: line.quantity,
    told: line.article.pay,
    price_signature: line.article.price_signature,
    unit_price: line.price?.unit ?? null,
    reason: line.price?.reason ?? '',
    ...(line.price?.discountable ? { discountable: true } : {}),
  })),
  customer_id: customer?.id ?? null,
  ...(codes && codes.typed.length > 0 ? { codes: codes.typed } : {}),
  ...(points && customer ? { points: points.use } : {}),
  discount: discount?.amount ?? '0.00',
  discount_reason: discount?.reason ?? '',
})

/** A payment. `tendered` is the cash handed over. */
export interface Payment {
  method: string
  title: string
  cash: boolean
  amount: string
  tendered: string | null
  reference: string
}

const sumPaid = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + parseMoney(amount), 0)

const getChange = (payments: readonly Payment[]): string =>
  formatMoney(payments.reduce((sum, { tendered, amount }) => sum + parseMoney(tendered ?? amount) - parseMoney(amount), 0))

/** Amount due in minor units, and the cash rounding. */
export function getDue(total: number, payments: readonly Payment[], coin: string): { due: number; cash: number; odd: number } {
  const due = Math.max(0, total - sumPaid(payments))
  const smallest = parseMoney(coin)
  const odd = smallest > 1 ? due % smallest : 0
  return { due, cash: due - odd, odd }
}

/** A receipt, shown, printed and stored until its ticket is sent. */
export interface Receipt {
  /** Ticket id on the server; absent until it is sent. */
  id?: number
  number: string
  order_number: string
  sold_at: string
  cashier: string
  customer: string
  lines: { name: string; choice: string; quantity: number; unit: string; total: string }[]
  off: { label: string; amount: string }[]
  /** Taxes included in the total, as far as known. */
  taxes?: CounterQuote['taxes']
  rounding: string
  total: string
  payments: Payment[]
  change: string
  /** For a pickup order: shipping amount, and the amount paid before. */
  collected?: { shipping: string; before: string }
}

/** Deductions from the prices of a sale: those of the server if known, or else the manual discount. */
export function getDeductions({ discount }: Ticket, quote: CounterQuote | undefined, discountLabel: string): Receipt['off'] {
  if (quote) return quote.off.map(({ label, amount }) => ({ label, amount }))
  return discount ? [{ label: discount.reason || discountLabel, amount: discount.amount }] : []
}

/** Receipt of a sale. `quote` is the server's price, if available. */
export function getReceipt(
  ticket: Ticket,
  payments: readonly Payment[],
  quote: CounterQuote | undefined,
  { discountLabel, ...more }: Pick<Receipt, 'number' | 'sold_at' | 'cashier'> & { discountLabel: string },
): Receipt {
  const before = quote ? parseMoney(quote.total) : getTotal(ticket)
  const paid = sumPaid(payments)
  return {
    ...more,
    order_number: '',
    customer: ticket.customer?.name ?? '',
    lines: ticket.lines.map((line) => ({
      name: line.article.name,
      choice: line.article.choice,
      quantity: line.quantity,
      unit: getUnit(line),
      total: formatMoney(lineTotal(line)),
    })),
    off: getDeductions(ticket, quote, discountLabel),
    ...(quote ? { taxes: quote.taxes } : {}),
    rounding: formatMoney(before - paid),
    total: formatMoney(paid),
    payments: [...payments],
    change: getChange(payments),
  }
}

/** Receipt of a pickup order. */
export function receiptOfPickup(
  order: Pickup,
  payments: readonly Payment[],
  more: Pick<Receipt, 'sold_at' | 'cashier'>,
): Omit<Receipt, 'number'> {
  const paid = sumPaid(payments)
  return {
    ...more,
    order_number: order.number,
    customer: order.name,
    lines: order.lines.map(({ name, choice, quantity, unit, total }) => ({ name, choice, quantity, unit, total })),
    off: order.discounts,
    rounding: formatMoney(parseMoney(order.due) - paid),
    total: formatMoney(parseMoney(order.paid) + paid),
    payments: [...payments],
    change: getChange(payments),
    collected: { shipping: order.shipping, before: order.paid },
  }
}
