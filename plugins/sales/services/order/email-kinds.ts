import { type Ctx, extensionPoint } from 'stoa'
import type { OrderRow } from '../../resources/order-columns.ts'

/** The order of an e-mail. Amounts in minor units of its currency. */
export interface EmailOrder extends Pick<OrderRow, 'id' | 'order_number' | 'email' | 'first_name' | 'language' | 'currency'> {
  total: number
  paid: number
  refunded: number
  /** Part of `refunded` that was never part of the price; it counts as if it had not been paid. */
  excess: number
}

/** An e-mail to the customer that another plugin defines. It is queued with `ORDER_EMAIL_JOB`, with its name as `kind`. */
export interface OrderEmail {
  /**
   * Message keys: `<texts>_subject` and `<texts>_text`, with the variables `number`, `name`, `total`, `paid`, `due`,
   * `shop` and `reason`.
   */
  texts: string
  /** Further variables; `ref` identifies the subject of the e-mail. The language is that of the order. */
  readVariables?(ctx: Ctx, order: EmailOrder, ref: number): Promise<Record<string, string>>
}

/** Order e-mails of other plugins, by their kind. */
export const ORDER_EMAILS = extensionPoint<OrderEmail>('sales/letters', {
  description: 'e-mails to customers about orders',
})
