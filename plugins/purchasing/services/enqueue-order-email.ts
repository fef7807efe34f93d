import { defineJob, AppError, sql, t, message, type Tx, WRONG_STATE } from 'stoa'
import { underWay } from '../domain/statuses.ts'

/** Sends the `nth` e-mail of an order to its supplier. */
export const MAIL_ORDER = defineJob({ name: 'purchasing/mail', payload: { id: t.id(), nth: t.int() } })

/** Queues another e-mail of a placed order. @throws AppError WRONG_STATE */
export async function enqueueOrderEmail(tx: Tx, id: number): Promise<void> {
  const order = await tx.one<{ status: string; email: string | null }>(sql`
    select o.status, s.email from purchase_order o join supplier s on s.id = o.supplier_id where o.id = ${id} for update of o`)
  if (!order || !underWay.includes(order.status) || !order.email)
    throw new AppError(WRONG_STATE, { status: [message('purchasing:error.not_mailable')] })
  const next = await tx.one<{ wanted: number }>(
    sql`update purchase_order set mails_wanted = mails_wanted + 1 where id = ${id} returning mails_wanted as wanted`,
  )
  tx.enqueue(MAIL_ORDER, { id, nth: next?.wanted ?? 1 })
}
