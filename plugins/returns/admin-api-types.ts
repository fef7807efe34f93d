import { type Shape, t } from 'stoa'
import { counted } from 'stoa/plugins/sales'
import { refundStatuses, returnStatuses } from './domain/statuses.ts'

/**
 * Responses of the admin API of returns and refunds. Pages import only the types. Amounts are decimal strings in the
 * order's currency.
 */

const SentBack = t.object({
  id: t.id(),
  number: t.text(),
  status: t.pick(returnStatuses),
  kind: t.text(),
  requested_by: t.text(),
  reason_code: t.text(),
  note: t.text(),
  pictures: t.list(t.text('Signed, short-lived URL.')),
  created_at: t.dateTime(),
  replacements: t.list(t.object({ stock_id: t.id(), name: t.text(), quantity: t.int() })),
  replacement_order_id: t.maybe(t.id('The replacement order.')),
  replacement_order_number: t.maybe(t.text()),
  lines: t.list(t.object({ ...counted, received: t.int(), resaleable: t.int(), reason: t.text() })),
})

const RefundSummary = t.object({
  id: t.id(),
  number: t.text(),
  status: t.pick(refundStatuses),
  method: t.text(),
  amount: t.money(),
  shipping: t.money(),
  reason: t.text(),
  failure: t.text(),
  requested_by: t.maybe(t.text()),
  own: t.flag('Requested by the reader.'),
  waits: t.flag('Waits for approval.'),
  created_at: t.dateTime(),
  lines: t.list(t.object(counted)),
})

/** Returns and refunds in the order view, with what is still refundable and returnable. */
export const OrderBack = t.object({
  returns: t.list(SentBack),
  refunds: t.list(RefundSummary),
  left: t.object({ amount: t.money(), shipping: t.money() }),
})
export type OrderBack = Shape<typeof OrderBack>

/** For each line of the order. */
export const LineBack = t.object({
  returnable: t.int('Units that can still be returned.'),
  refundable: t.int('Units that can still be refunded.'),
  left: t.money('Remaining amount of the line.'),
  worth: t.list(t.money('Refund amount by number of further units.')),
})
export type LineBack = Shape<typeof LineBack>

/** A new return or refund of an order. */
export const Written = t.object({ id: t.id(), number: t.text(), status: t.text() })
export type Written = Shape<typeof Written>
