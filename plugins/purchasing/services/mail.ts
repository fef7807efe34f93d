import { type Ctx, figureText, sendEmail, sql, type JobPayload } from 'stoa'
import { DOCUMENTS } from 'stoa/plugins/documents'
import type { MAIL_ORDER } from './enqueue-order-email.ts'
import { createOrderDocument } from './order-document.ts'

/**
 * Sends an order to its supplier by e-mail. Runs as a job; the PDF is rendered before the transaction. The `nth` e-mail is sent once,
 * however often the job runs.
 */
export async function sendOrderEmail(ctx: Ctx, { id, nth }: JobPayload<typeof MAIL_ORDER>): Promise<void> {
  const { order, language, document } = await createOrderDocument(ctx, id)
  if (!order.supplier.email || order.mails_sent >= nth) return
  const content = await ctx.kernel.get(DOCUMENTS).bytes(document)
  const translate = (key: string) =>
    ctx.kernel.i18n.t(language, `purchasing:mail.${key}`, {
      number: order.number,
      supplier: order.supplier.name,
      shop: String(ctx.kernel.settings.read('basic', language).name),
      total: figureText(order.total, order.currency, `${order.currency} `),
    })
  const to = order.supplier.email
  await ctx.kernel.transaction(async (tx) => {
    const marked = await tx.run(sql`update purchase_order set mails_sent = ${nth} where id = ${id} and mails_sent < ${nth}`)
    if (marked === 0) return
    await sendEmail(tx, {
      to,
      subject: translate('subject'),
      text: translate('text'),
      attachments: [{ name: `${order.number}.pdf`, mime: 'application/pdf', content }],
    })
    tx.invalidate('po')
  })
}
