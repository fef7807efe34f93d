import { type Ctx, AppError, NOT_FOUND, sql, type Tx } from 'stoa'
import { millis } from './clock.ts'
import { lockOrder } from 'stoa/plugins/sales'
import { getRefundPercent, type Step } from '../domain/refund.ts'
import { TOO_LATE } from '../errors.ts'
import { assertOnlyLine } from './refund-booking.ts'
import { booking } from '../resources/booking.ts'

const MINUTE = 60_000

interface Cancelable {
  id: number
  status: string
  starts: number
  until: number
  order_id: number | null
  order_line_id: number | null
  steps: Step[]
  most: number | null
}

/** Whether the customer may still cancel. */
export const canCancel = (b: Pick<Cancelable, 'status' | 'starts' | 'until'>, now = Date.now()): boolean =>
  ['pending', 'approved'].includes(b.status) && b.starts - now >= b.until * MINUTE

export const stepsSql = sql`coalesce((select json_agg(json_build_object('before', r.before, 'percent', r.percent::text)) from event_refund_step r where r.event_id = e.id), '[]')`

/** Cancels a booking for its customer; the refund follows the event's refund steps. @throws AppError TOO_LATE, WRONG_STATE */
export async function cancelByShopper(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<void> {
  const found = await tx.one<{ order_id: number | null }>(sql`select order_id from booking where id = ${id}`)
  // Lock order: orders before their bookings.
  if (found?.order_id) await lockOrder(tx, found.order_id)
  const b =
    await tx.one<Cancelable>(sql`select b.id, b.status, b.order_id, b.order_line_id, e.cancel_until as until, b.most_back::float as most, ${stepsSql} as steps,
      ${millis(sql`b.starts_at`)} as starts
    from booking b join event e on e.id = b.event_id where b.id = ${id} for update of b`)
  if (!b) throw new AppError(NOT_FOUND)
  // Idempotent: a repeated cancellation has no effect.
  if (b.status === 'canceled' || b.status === 'refunded') return
  if (!canCancel(b)) throw new AppError(TOO_LATE)
  await assertOnlyLine(tx, b)
  const percent = getRefundPercent({ ...b, cancelUntil: b.until }, (b.starts - Date.now()) / MINUTE)
  await ctx.kernel.resources.transitionIn(tx, ctx, booking, id, 'cancel', { reason, percent: percent.toFixed(2) })
}
