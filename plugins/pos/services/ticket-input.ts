import { type ParsedFields, f, validationError, message } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/currency'
import { MAX_LINES } from 'stoa/plugins/sales'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/** UUIDs created by devices. @throws AppError INVALID by the name of an invalid one */
export function assertUuids(ids: Record<string, string | null>): void {
  for (const [name, id] of Object.entries(ids))
    if (id !== null && !isUuid(id)) throw validationError({ [name]: message('core:rule.check_input') })
}

export const uuid = f.text({ maxLength: 36 })

/** Token of the cashier's PIN sign-in; empty for the signed-in account. */
export const cashier = f.text({ default: '', maxLength: 200 })

const quantity = f.int({ min: 1, max: 9_999 })

/** Input of a sale, to price it or to write its ticket. */
export const counterFields = {
  lines: f.items(
    {
      kind: f.text({ default: 'stock', maxLength: 40 }),
      subject_id: f.int({ min: 1 }),
      quantity,
      /** Unit price shown to the buyer. */
      told: f.maybe(f.money({ min: 0, max: MOST_PRICE })),
      /** Signature of the price that the server sent to the device. */
      price_signature: f.text({ default: '', maxLength: 80 }),
      /** Manual unit price. */
      unit_price: f.maybe(f.money({ min: 0, max: MOST_PRICE })),
      reason: f.text({ default: '', maxLength: 200 }),
      /** Automatic adjustments apply to that price too; otherwise it is final. */
      discountable: f.flag({ default: false }),
    },
    { minItems: 1, maxItems: MAX_LINES },
  ),
  customer_id: f.maybe(f.int({ min: 1 })),
  choices: f.maybe(f.json<Record<string, unknown>>()),
  /** Promotion codes. */
  codes: f.maybe(f.tags()),
  /** Points of the customer to redeem. */
  points: f.maybe(f.int({ min: 1, max: 100_000_000 })),
  discount: f.money({ default: '0.00', min: 0 }),
  discount_reason: f.text({ default: '', maxLength: 200 }),
}
export type CounterInput = ParsedFields<typeof counterFields>

/** Payments of a ticket; `tendered` is the cash handed over. */
export const payments = f.items(
  {
    method: f.key({ maxLength: 60 }),
    amount: f.money({ min: 0 }),
    tendered: f.maybe(f.money({ min: 0 })),
    reference: f.text({ default: '', maxLength: 80 }),
  },
  { default: [], maxItems: 10 },
)

/** Identity of a ticket: the device that wrote it, in which session, and who sold. */
export const identityFields = {
  cashier,
  client_uuid: uuid,
  session_id: f.int({ min: 1 }),
  device: uuid,
  place: f.int({ min: 1, max: 1_000_000 }),
  offline: f.flag({ default: false }),
}

/** A ticket as the device wrote it. */
export const ticketFields = {
  ...counterFields,
  ...identityFields,
  sold_at: f.maybe(f.instant()),
  beyond: f.flag({ default: false }),
  total: f.money({ min: 0 }),
  payments,
  /** A member of staff who approves an offline ticket by PIN. */
  approver_id: f.maybe(f.int({ min: 1 })),
  approver_pin: f.text({ default: '', maxLength: 8 }),
}
export type TicketInput = ParsedFields<typeof ticketFields>
