import { toLocale, type Ctx, AppError, NOT_FOUND, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { accountEmail } from './account-email.ts'
import { ORDERS } from 'stoa/plugins/sales'
import { applicationRules } from '../settings.ts'
import { tell } from './timeline-source.ts'
import { application } from '../resources/application.ts'

interface Row {
  status: string
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
  language: string
  customer_id: number | null
  sale_key: number
  quantity: number
}

/**
 * Approves an application: creates its order, reserves its stock, and sends the applicant a payment link, in one transaction. A free
 * service is paid with that. An account cannot approve its own application.
 * @throws AppError NOT_FOUND, WRONG_STATE, OUT_OF_STOCK
 */
export async function approve(tx: Tx, ctx: Ctx, id: number, note: string): Promise<void> {
  const { kernel } = ctx
  const a =
    await tx.one<Row>(sql`select status, email, first_name, last_name, country_code, phone, language, customer_id, sale_key, quantity
    from application where id = ${id} and applied_at is not null for update`)
  if (!a) throw new AppError(NOT_FOUND)
  if (ctx.actor.kind === 'admin' && (await accountEmail(tx, ctx.actor.id)) === a.email.toLowerCase())
    throw new AppError(WRONG_STATE, { status: [message('service:error.own')] })
  await kernel.resources.transitionIn(tx, ctx, application, id, 'approve')
  await tx.run(sql`update application set decision_note = ${note}, decided_at = now(), approved_at = now(), decided_by = ${ctx.actor.kind === 'admin' ? ctx.actor.id : null}
    where id = ${id}`)
  const { customer_id, email, first_name, last_name, country_code, phone, quantity, sale_key } = a
  await kernel
    .get(ORDERS)
    .requestPayment(
      tx,
      ctx,
      { customer_id, customer: { email, first_name, last_name, country_code, phone }, language: toLocale(a.language, ctx.mainLanguage) },
      [{ kind: 'application', subject_id: sale_key, quantity }],
      kernel.settings.of(applicationRules).pay_days,
    )
  await tell(tx, ctx, id, 'application.approved')
  tx.emit('application.approved', { applicationId: id }, { type: 'application', id })
}
