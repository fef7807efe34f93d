import { type Ctx, defineJob, AppError, rateLimit, isLocale, type Locale, sendEmail, sign, sql, t, type JobPayload } from 'stoa'
import { latestAttemptSql, PAYMENTS } from 'stoa/plugins/payments'
import { toDisplayName } from 'stoa/plugins/people'
import { formatAmount } from '../../domain/amount.ts'
import { renderEmailHtml, type EmailParts } from '../../domain/email-html.ts'
import { toPlainLines } from '../../domain/plain-lines.ts'
import { orderRules } from '../../settings.ts'
import { getMissingAmount } from './head.ts'
import { type EmailOrder, ORDER_EMAILS } from './email-kinds.ts'
import { readChangeVariables } from './change/email.ts'
import { renderOrderDocument } from './documents.ts'
import { orderTaxesSql, refundedTaxes, type StoredTax, taxTexts } from './taxes.ts'

/** E-mails of sales to customers. Each is sent once per order, or once per rejection or comment (`ref`). */
const kinds = ['placed', 'paid', 'rejected', 'canceled', 'comment', 'pay_link', 'part_paid', 'changed'] as const
const ownKinds: ReadonlySet<string> = new Set(kinds)

/** Sends an e-mail to the customer of an order. */
export const ORDER_EMAIL_JOB = defineJob({
  name: 'sales/letter',
  payload: {
    id: t.id(),
    kind: t.text('One of those of sales, or of `ORDER_EMAILS`.'),
    ref: t.optional(t.int()),
    reason: t.optional(t.text()),
    link: t.optional(t.text('Link of the button; the order page if absent.')),
  },
})
export type OrderEmailPayload = JobPayload<typeof ORDER_EMAIL_JOB>

/** The order page, opened by the holder of this address. */
export const orderLink = (ctx: Ctx, number: string, language: Locale): string =>
  `${ctx.kernel.config.publicUrl}/${language}/order/view/${encodeURIComponent(number)}?token=${sign(ctx.kernel.config, 'order', number)}`

/** Reasons the system sets. The history stores them in the shop's main language; customers read them in their own. */
const SYSTEM_REASONS = ['sales:reason.declined', 'sales:reason.by_customer', 'sales:order.hold_expired'] as const

function translateReason(ctx: Ctx, language: Locale, reason: string): string {
  const { i18n } = ctx.kernel
  const systemReason = SYSTEM_REASONS.find((key) => i18n.t(ctx.mainLanguage, key) === reason)
  return systemReason ? i18n.t(language, systemReason) : reason
}

/** E-mails with a button that leads to payment. */
const paymentKinds: readonly string[] = ['rejected', 'pay_link', 'part_paid']

/** An order with the data of its e-mail; for a placed order also the lines and the payment method. */
interface MailedOrder extends EmailOrder {
  source: string
  taxes: StoredTax[]
  items?: string | null
  method?: string | null
}

const placedColumnsSql = sql`(select string_agg(l.name || ' × ' || l.quantity, E'\n' order by l.id) from order_line l where l.order_id = o.id) as items,
  (select p.method from ${latestAttemptSql('order', sql`o.id`)} p where o.status = 'pending') as method`

/**
 * Sends an e-mail in the order's language. The same statement writes a marker row and queues the e-mail, so that it
 * is sent once however often the job runs.
 */
export async function sendOrderEmail(ctx: Ctx, email: OrderEmailPayload): Promise<void> {
  const { kernel } = ctx
  const ref = email.ref ?? 0
  const messagePrefix = ownKinds.has(email.kind) ? `sales:mail.${email.kind}` : kernel.contributions(ORDER_EMAILS).get(email.kind)?.texts
  // The plugin that defines this e-mail is disabled.
  if (messagePrefix === undefined) return
  const order = await kernel.db
    .one<MailedOrder>(sql`select ${email.kind === 'placed' ? sql`${placedColumnsSql}, ` : sql``}id, order_number, email, first_name, language,
      total_minor as total, currency, paid_minor as paid, refunded_minor as refunded, refunded_excess_minor as excess, source, ${orderTaxesSql(kernel)} as taxes
    from sales_order o where id = ${email.id} and email <> ''
      and not exists (select 1 from order_mail m where m.order_id = o.id and m.kind = ${email.kind} and m.ref = ${ref})`)
  if (!order || !(await isAllowed(ctx, order, email))) return
  const language = isLocale(order.language) ? order.language : ctx.mainLanguage
  const shop = String(kernel.settings.read('basic', language).name)
  // Formatted as on the attached documents.
  const formatPrice = (minor: number) => formatAmount(minor, order.currency)
  const variables = {
    number: order.order_number,
    name: toDisplayName(order.first_name),
    total: formatPrice(order.total),
    taxes: taxTexts(kernel, language, refundedTaxes(order.taxes, order), order.currency).join('\n'),
    paid: formatPrice(order.paid - order.refunded),
    due: formatPrice(getMissingAmount(order)),
    shop,
    reason: translateReason(ctx, language, email.reason ?? ''),
    ...(await readVariables({ ...ctx, language }, order, email)),
  }
  const translate = (key: string) => kernel.i18n.t(language, key, variables)
  const parts: EmailParts = {
    language,
    shop,
    title: translate(`${messagePrefix}_subject`),
    // Empty variables leave no blank lines.
    text: translate(`${messagePrefix}_text`)
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
    button: translate(
      paymentKinds.includes(email.kind) || (email.kind === 'changed' && getMissingAmount(order) > 0)
        ? 'sales:mail.button_pay'
        : 'sales:mail.button_view',
    ),
    link: email.link ?? orderLink(ctx, order.order_number, language),
  }
  const attachments =
    email.kind === 'paid'
      ? [
          {
            name: `${order.order_number}-receipt.pdf`,
            mime: 'application/pdf',
            content: await renderOrderDocument(ctx, order.id, 'receipt', language),
          },
        ]
      : []
  const mail = {
    to: order.email,
    subject: parts.title,
    text: `${parts.text}\n\n${parts.button}: ${parts.link}\n\n${shop}`,
    html: renderEmailHtml(parts),
    attachments,
  }
  // Race condition: of two jobs at once the second violates the unique constraint and finds nothing to do on retry.
  const recorded = sql`insert into order_mail (order_id, kind, ref, mail_id) select ${order.id}, ${email.kind}, ${ref}, m.id from m`
  await sendEmail(kernel.db, mail, { config: kernel.config, parts: [parts.link] }, { recorded })
}

/**
 * Whether an e-mail may be sent. Anybody can enter another person's address, so e-mails about unpaid orders are
 * limited per address and day. E-mails about payments and shipments are always sent.
 */
async function isAllowed({ kernel }: Ctx, { id, email, paid, source }: MailedOrder, { kind }: OrderEmailPayload): Promise<boolean> {
  // A sale at the point of sale sends no order confirmation.
  if (kind === 'placed' && source === 'pos') return false
  const max = kernel.settings.of(orderRules).letters_per_day
  if (max === 0 || paid > 0 || !(kind === 'placed' || kind === 'canceled')) return true
  try {
    await rateLimit(kernel.db, `order-letters ${email}`, { max, seconds: 86_400 })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    kernel.log.warn({ order: id, kind }, 'an e-mail was not sent: the daily limit of the address is reached')
    return false
  }
}

/** Variables of specific e-mails. */
async function readVariables(ctx: Ctx, order: MailedOrder, { kind, ref }: OrderEmailPayload): Promise<Record<string, string>> {
  const { db } = ctx.kernel
  if (kind === 'placed') {
    const offers = order.method ? await ctx.kernel.get(PAYMENTS).listOffers(ctx) : []
    return { items: order.items ?? '', pay: toPlainLines(offers.find((m) => m.code === order.method)?.description ?? '') }
  }
  if (kind === 'changed') return readChangeVariables(ctx, order, ref ?? 0)
  if (kind === 'comment') {
    const c = await db.one<{ body: string }>(
      sql`select body from order_comment where id = ${ref ?? 0} and order_id = ${order.id} and visible_to_customer`,
    )
    return { comment: c?.body ?? '' }
  }
  return (
    (await ctx.kernel
      .contributions(ORDER_EMAILS)
      .get(kind)
      ?.readVariables?.(ctx, order, ref ?? 0)) ?? {}
  )
}
