/** What other plugins may use of payments. */
export { PAYABLES, type Oddity, type Owed, type Payable, type Settling } from './services/payables.ts'
export { PAYMENTS, type Bill, type Offer, type Payments } from './services/payments.ts'
export type { PaymentAction } from './services/providers.ts'

declare module '#core/events/events' {
  interface Events {
    /** Money for a document was received and booked. `amount` in minor units. */
    'payment.captured': { document: { type: string; id: number }; amount: number; currency: string }
    /** Money was given back. */
    'payment.refunded': { document: { type: string; id: number }; amount: number }
  }
}
