import { type Ctx, extensionPoint } from 'stoa'

/** The order a letter is about. Amounts in minor units of its currency. */
export interface EmailOrder {
  id: number
  order_number: string
  email: string
  first_name: string
  language: string
  total: number
  currency: string
  paid: number
  refunded: number
  /** What of `refunded` counts as if it had not been paid. */
  excess: number
}

/** A letter to the customer of an order that another plugin writes: queued as `LETTER` with its name as `kind`. */
export interface OrderEmail {
  /** Where its texts stand: `<texts>_subject` and `<texts>_text`. They know `number`, `name`, `total`, `paid`, `due`, `shop` and `reason`. */
  texts: string
  /** What its texts know beside that; `ref` is what it is about. The language is that of the order. */
  words?(ctx: Ctx, order: EmailOrder, ref: number): Promise<Record<string, string>>
}

/** Letters of other plugins to customers of orders, by their kind. */
export const ORDER_EMAILS = extensionPoint<OrderEmail>('sales/letters', {
  description: 'letters to customers of orders, beside those sales writes',
})
