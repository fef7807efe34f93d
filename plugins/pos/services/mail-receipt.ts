import { createHash } from 'node:crypto'
import { basic, type Ctx, validationError, rateLimit, sendEmail, message } from 'stoa'
import { formatAmount, renderEmailHtml } from 'stoa/plugins/sales'
import type { store as stores } from 'stoa/plugins/stores'
import { receiptBytes, readTicket } from './receipt.ts'

/** E-mails per ticket and hour: enough for typing errors, too few for spam. */
const MOST = { max: 3, seconds: 3_600 }

/**
 * E-mails the receipt of a ticket, in the language of the sale, to an entered address or to the customer of the sale.
 * The address is only stored with the e-mail. Sent after commit.
 * @throws AppError INVALID, TOO_MANY
 */
export async function mailReceipt(ctx: Ctx, store: typeof stores.Row & { id: number }, id: number, email: string | null): Promise<void> {
  const { kernel } = ctx
  const sold = await readTicket(ctx, store.id, id)
  const { ticket, bill } = sold
  const to = (email ?? bill.email).trim()
  if (to === '') throw validationError({ email: message('core:rule.required') })
  await rateLimit(kernel.db, `pos receipt ${id}`, MOST)
  const twice = createHash('sha256').update(`${id} ${to.toLowerCase()}`).digest('base64url')
  await rateLimit(kernel.db, `pos receipt ${twice}`, { max: 1, seconds: 20, message: 'pos:error.mailed' })
  const content = await receiptBytes(ctx, store, sold)
  const shop = String(kernel.settings.of(basic, bill.language).name ?? '')
  const words = {
    number: ticket.number,
    store: store.name,
    shop,
    amount: formatAmount(bill.total, bill.currency),
  }
  const say = (key: string) => kernel.i18n.t(bill.language, `pos:mail.${key}`, words)
  const parts = { language: bill.language, shop, title: say('subject'), text: say('text') }
  await sendEmail(
    kernel.db,
    {
      to,
      subject: parts.title,
      text: `${parts.text}\n\n${shop}`,
      html: renderEmailHtml(parts),
      attachments: [{ name: `${ticket.number}.pdf`, mime: 'application/pdf', content }],
    },
    { config: kernel.config, parts: [] },
  )
}
