import { type Ctx, Failed, sendMail, sql, text, type Tx, WRONG_STATE } from '#core'
import { DOCUMENTS } from '../../documents/index.ts'
import { underWay } from '../domain/statuses.ts'
import { paperOf } from './paper.ts'

/**
 * Mails an order to its supplier. Runs as a job after the order was placed, drawing before it opens a transaction.
 * The `nth` mail goes out once, however often the job runs.
 */
export async function mailOrder(ctx: Ctx, { id, nth }: { id: number; nth: number }): Promise<void> {
  const { order, language, paper } = await paperOf(ctx, id)
  if (!order.supplier.email || order.mails_sent >= nth) return
  const content = await ctx.kernel.get(DOCUMENTS).bytes(paper)
  const said = (key: string) =>
    ctx.kernel.catalogue.t(language, `purchasing:mail.${key}`, {
      number: order.number,
      supplier: order.supplier.name,
      shop: String(ctx.kernel.settings.read('basic', language).name),
      total: `${order.currency} ${order.total}`,
    })
  const to = order.supplier.email
  await ctx.kernel.work(async (tx) => {
    const marked = await tx.run(sql`update purchase_order set mails_sent = ${nth} where id = ${id} and mails_sent < ${nth}`)
    if (marked === 0) return
    await sendMail(tx, {
      to,
      subject: said('subject'),
      text: said('text'),
      attachments: [{ name: `${order.number}.pdf`, mime: 'application/pdf', content }],
    })
    tx.touch('po')
  })
}

/** Asks for one more mail of an order that was placed. @throws Failed WRONG_STATE */
export async function mailAgain(tx: Tx, id: number): Promise<void> {
  const order = await tx.one<{ status: string; email: string | null }>(sql`
    select o.status, s.email from purchase_order o join supplier s on s.id = o.supplier_id where o.id = ${id} for update of o`)
  if (!order || !underWay.includes(order.status) || !order.email)
    throw new Failed(WRONG_STATE, { status: [text('purchasing:error.not_mailable')] })
  const next = await tx.one<{ wanted: number }>(
    sql`update purchase_order set mails_wanted = mails_wanted + 1 where id = ${id} returning mails_wanted as wanted`,
  )
  tx.enqueue('purchasing/mail', { id, nth: next?.wanted ?? 1 })
}
