import { type Ctx, type ErrorKind, AppError, type Kernel, sql, systemCtx, message, type Tx } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { FULL, SUBMITTED } from 'stoa/plugins/forms'
import { type LineKind, type OrderBuyer, ORDERS, type DocumentRef, type LineQuantity, type RequestedUnits } from 'stoa/plugins/sales'
import { ahead } from '../domain/statuses.ts'
import { ALREADY_BOOKED } from '../errors.ts'
import { requestBooking } from './book.ts'
import { freePlaces, retakePlaces } from './seats.ts'
import { booking } from '../resources/booking.ts'
import type { BookingRow } from '../resources/booking-columns.ts'

type BookingOfLine = Pick<BookingRow, 'id' | 'status' | 'session_id' | 'quantity' | 'order_id'>

/** Errors that can occur although the places were held. */
const lateRefusals: ReadonlySet<ErrorKind> = new Set([FULL, SUBMITTED, ALREADY_BOOKED])

const createExpiredError = () => new AppError(OUT_OF_STOCK, [message('booking:error.hold_over')])

const LIVE_STATUSES: readonly string[] = ['pending', 'approved', 'present', 'absent', 'completed', 'abnormal']

/**
 * Takes over held places: from now on the order decides the expiry. Released places are taken again if available.
 * @throws AppError OUT_OF_STOCK
 */
async function reservePlaces(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  orderer: OrderBuyer,
  { subject_id, quantity, line_id }: RequestedUnits,
): Promise<void> {
  const b = await tx.one<BookingOfLine>(
    sql`select id, status, session_id, quantity, order_id from booking where hold_key = ${subject_id} for update`,
    'booking.held',
  )
  if (!b || (b.order_id !== null && b.order_id !== document.id)) throw createExpiredError()
  if (b.order_id === document.id && LIVE_STATUSES.includes(b.status)) return
  if (b.status === 'draft') {
    if (quantity > b.quantity) throw createExpiredError()
    if (quantity < b.quantity) {
      await tx.run(sql`update booking set quantity = ${quantity} where id = ${b.id}`)
      await freePlaces(tx, b.session_id, b.quantity - quantity)
    }
    return requestBooking(tx, ctx, b.id, orderer, { order: { id: document.id, number: orderer.number, line: line_id } }).catch(
      (error: unknown) => {
        throw error instanceof AppError && lateRefusals.has(error.kind) ? new AppError(OUT_OF_STOCK, [message(error.kind.text)]) : error
      },
    )
  }
  if (b.status !== 'canceled' || b.order_id === null || !(await retakePlaces(tx, b.session_id, quantity))) throw createExpiredError()
  await tx.run(sql`update booking set quantity = ${quantity}, cancel_reason = '', canceled_at = null where id = ${b.id}`)
  await ctx.kernel.resources.transitionIn(tx, ctx, booking, b.id, 'regain')
}

/** Releases units of order lines whose booking is in the future. */
async function releasePlaces(tx: Tx, ctx: Ctx, document: DocumentRef, units: readonly LineQuantity[]): Promise<void> {
  const rows = await tx.rows<{ id: number; line: number; session_id: number; quantity: number }>(
    sql`select id, order_line_id as line, session_id, quantity from booking where order_id = ${document.id} and status = any(${[...ahead]}) order by id for update`,
  )
  for (const row of rows) {
    const releasedQuantity = units.find(({ line_id }) => line_id === row.line)?.quantity ?? 0
    if (releasedQuantity <= 0) continue
    if (releasedQuantity >= row.quantity) {
      await ctx.kernel.resources.transitionIn(tx, ctx, booking, row.id, 'drop')
      continue
    }
    await tx.run(
      sql`update booking set quantity = quantity - ${releasedQuantity}, sequence = sequence + 1, updated_at = now() where id = ${row.id}`,
    )
    await freePlaces(tx, row.session_id, releasedQuantity)
    tx.invalidate('booking')
  }
}

/** Places at times of events as order lines. A cart references a hold by an unguessable key. */
export function bookingLines({ kernel }: { kernel: Kernel }): LineKind {
  const ctx = () => systemCtx(kernel, 'booking')
  return {
    read: ({ language, mainLanguage }) => ({
      from: sql` join booking b on b.hold_key = c.subject_id join event e on e.id = b.event_id`,
      name: sql`coalesce(e.title->>${language}, e.title->>${mainLanguage}, e.url)`,
      price: sql`b.price_minor`,
      available: sql`b.quantity`,
      visible: sql`(b.status = 'draft' and b.starts_at > now())`,
      handover: 'later',
      link: sql`'/event/detail/' || e.url`,
      url: sql`e.url`,
      image: sql`e.image`,
      type: sql`e.kind`,
      options: sql`json_build_array(json_build_object('label', ${kernel.i18n.t(language, 'booking:line.when')}::text, 'value',
        to_char(b.starts_at at time zone b.zone, case when e.kind = 'day' then 'YYYY-MM-DD' else 'YYYY-MM-DD HH24:MI' end)))`,
    }),
    async reserve(tx, document, requested) {
      const orderer = await kernel.get(ORDERS).getBuyer(tx, document.id)
      // Lock order: by key, to avoid deadlocks.
      for (const units of [...requested].sort((a, b) => a.subject_id - b.subject_id))
        await reservePlaces(tx, ctx(), document, orderer, units)
    },
    release: (tx, document, units) => releasePlaces(tx, ctx(), document, units),
  }
}
