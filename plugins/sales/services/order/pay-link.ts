import { type Ctx, AppError, validationError, isLocale, sign, message, type Tx, verify, WRONG_STATE, sql } from 'stoa'
import { unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import { lockOrder } from './head.ts'
import { holdExpirySql } from './reserve-stock.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'

/** Signed content of a pay link: order number and expiry. */
const content = (number: string, expires: number) => `${number} ${expires}`

/** Whether a pay link was signed by this shop for this order and has not expired. `token` is `expires.signature`. */
export function isPayLinkValid(ctx: Pick<Ctx, 'kernel'>, number: string, token: string): boolean {
  const [expires = '', signature = ''] = token.split('.')
  if (!/^\d{10}$/.test(expires) || Number(expires) * 1_000 < Date.now()) return false
  return verify(ctx.kernel.config, 'pay', content(number, Number(expires)), signature)
}

/**
 * A link with which its holder can see and pay the order, and nothing else, until it expires. On request it is
 * e-mailed too. The stock is reserved until the link expires.
 */
export async function createPayLink(
  ctx: Ctx,
  id: number,
  { expires, send }: { expires: string | null | undefined; send: boolean },
): Promise<{ url: string; expires_at: string }> {
  const { kernel } = ctx
  const until = expires ? new Date(expires) : new Date(Date.now() + kernel.settings.of(orderRules).pay_link_days * 86_400_000)
  const days = (until.getTime() - Date.now()) / 86_400_000
  if (!(days > 0 && days <= 60)) throw validationError({ expires_at: message('core:rule.check_input') })
  return kernel.transaction((tx) => createPayLinkIn(tx, ctx, id, until, send))
}

/** The same inside a transaction. @throws AppError NOT_FOUND, WRONG_STATE once it is paid, or INVALID without an e-mail address */
export async function createPayLinkIn(
  tx: Tx,
  ctx: Ctx,
  id: number,
  until: Date,
  send: boolean,
): Promise<{ url: string; expires_at: string }> {
  const { config } = ctx.kernel
  const seconds = Math.floor(until.getTime() / 1_000)
  const o = await lockOrder(tx, id)
  if (!unpaid.includes(o.status)) throw new AppError(WRONG_STATE)
  const to = await tx.one<{ email: string }>(sql`select email from sales_order where id = ${id}`)
  if (send && !to?.email) throw validationError({ send: message('sales:error.email_needed') })
  await tx.run(sql`update sales_order set hold_expires_at = ${holdExpirySql(sql`${until.toISOString()}::timestamptz`)} where id = ${id}`)
  const token = `${seconds}.${sign(config, 'pay', content(o.order_number, seconds))}`
  const language = isLocale(o.language) ? o.language : ctx.mainLanguage
  const url = `${config.publicUrl}/${language}/order/view/${encodeURIComponent(o.order_number)}?pay=${token}`
  if (send) tx.enqueue(ORDER_EMAIL_JOB, { id, kind: 'pay_link', ref: seconds, link: url })
  tx.invalidate('order')
  return { url, expires_at: until.toISOString() }
}
