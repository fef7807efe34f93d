import { hasPermission, type Ctx, type Db, AppError, formatMoney, locales, sql, systemCtx, type Tx, WRONG_STATE } from 'stoa'
import { findBuyerOfPerson } from 'stoa/plugins/people'
import { ORDERS, type PaidOrder } from 'stoa/plugins/sales'
import { lead } from '../resources/lead.ts'
import type { LeadOrder } from '../api-types.ts'

interface Won {
  status: string
  order_number: string | null
  contact: {
    first_name: string
    last_name: string
    email: string | null
    country_code: string | null
    phone: string | null
    spoken_language: string | null
    person_id: number | null
  } | null
}

const wonLead = (tx: Tx, id: number): Promise<Won | undefined> =>
  tx.one<Won>(sql`
    select l.status, l.order_number, (select jsonb_build_object('first_name', coalesce(nullif(c.first_name, ''), c.company), 'last_name', c.last_name, 'email', c.email,
        'country_code', case when c.phone is not null then c.country_code end, 'phone', c.phone, 'spoken_language', c.spoken_language,
        'person_id', c.person_id)
      from crm_contact c where c.id = l.contact_id) as contact
    from crm_lead l where l.id = ${id}`)

/** The order of a lead; undefined when it was deleted. */
async function findOrder({ kernel }: Ctx, number: string | null, db: Db = kernel.db) {
  const [found] = number === null ? [] : ((await kernel.find(ORDERS)?.findByNumbers(db, [number])) ?? [])
  return found
}

/**
 * Creates a draft order without items for the customer of a lead that was won. Idempotent: a second call returns the same draft.
 * @throws AppError NOT_FOUND, WRONG_STATE for a lead that is not won
 */
export async function createOrderFromLead(ctx: Ctx, id: number): Promise<{ id: number; order_number: string }> {
  const { kernel } = ctx
  const row = await kernel.resources.get(ctx, lead, id)
  const existing = await findOrder(ctx, row.order_number)
  if (existing) return { id: existing.id, order_number: existing.number }
  if (row.status !== 'completed') throw new AppError(WRONG_STATE)
  const leadView = await kernel.transaction((tx) => wonLead(tx, id))
  const { person_id, spoken_language, ...customerInput } = leadView?.contact ?? NO_CONTACT
  const account = person_id === null ? undefined : await findBuyerOfPerson(kernel.db, person_id)
  const language = locales.find((locale) => locale === spoken_language) ?? ctx.mainLanguage
  const write = await kernel.get(ORDERS).prepareDraft(ctx, { customer_id: account?.id ?? null, customer: customerInput, language })
  return kernel.transaction(async (tx) => {
    await kernel.resources.lockIn(tx, ctx, lead, id)
    const now = await wonLead(tx, id)
    if (now?.status !== 'completed') throw new AppError(WRONG_STATE)
    const other = now.order_number === row.order_number ? undefined : await findOrder(ctx, now.order_number, tx)
    if (other) return { id: other.id, order_number: other.number }
    const { id: order, number } = await write(tx)
    await tx.run(sql`update crm_lead set order_number = ${number}, version = version + 1, updated_at = now() where id = ${id}`)
    tx.invalidate('lead')
    return { id: order, order_number: number }
  })
}

const NO_CONTACT = { email: null, first_name: '', last_name: '', country_code: null, phone: null, person_id: null, spoken_language: null }

/** The order created for a lead or that won it, with a link for those who may read it. @throws AppError NOT_FOUND */
export async function readLeadOrder(ctx: Ctx, id: number): Promise<LeadOrder> {
  const { order_number: number, status } = await ctx.kernel.resources.get(ctx, lead, id)
  const found = await findOrder(ctx, number)
  const sells = ctx.kernel.find(ORDERS) !== undefined
  return {
    number,
    order_id: found && hasPermission(ctx.actor, 'get order') ? found.id : null,
    status: found && hasPermission(ctx.actor, 'get order') ? found.status : null,
    may_open:
      sells && !found && status === 'completed' && hasPermission(ctx.actor, 'create order') && hasPermission(ctx.actor, 'update lead'),
  }
}

/** The lead that an order wins: the one it was created for, else the person's newest lead that was open when the order was placed. */
const leadFor = (tx: Tx, { number, person, created_at }: PaidOrder) =>
  tx.one<{ id: number; funnel_id: number; amount: number | null; open: boolean }>(sql`
    select l.id, l.funnel_id, l.amount_minor as amount, l.status in ('to_do', 'process') or (l.status = 'canceled' and l.order_number is not null) as open from crm_lead l left join crm_contact c on c.id = l.contact_id
    where l.order_number = ${number} or (l.order_number is null and l.status in ('to_do', 'process') and c.person_id = ${person}
      and l.created_at <= ${created_at}::timestamptz and not exists (select from crm_lead o where o.order_number = ${number}))
    order by l.order_number nulls last, l.id desc limit 1 for update of l`)

/** Marks the lead of an order as won at the first payment. Idempotent. */
export async function markWonByOrder(ctx: Ctx, orderId: number): Promise<void> {
  const { kernel } = ctx
  await kernel.transaction(async (tx) => {
    const paid = await kernel.find(ORDERS)?.findPaidOrder(tx, orderId)
    if (!paid) return
    const found = await leadFor(tx, paid)
    if (!found?.open) return
    const stage = await tx.one<{ id: number }>(
      sql`select id from crm_stage where funnel_id = ${found.funnel_id} and kind = 'won' order by "order", id limit 1`,
    )
    // A funnel may have no won stage. Then only the order is recorded, and people move the lead.
    if (stage) {
      const amount = found.amount === null ? { amount: formatMoney(paid.amount) } : {}
      await kernel.resources.updateIn(tx, systemCtx(kernel, 'crm'), lead, found.id, { stage_id: stage.id, ...amount })
    }
    await tx.run(sql`update crm_lead set order_number = ${paid.number} where id = ${found.id}`)
    tx.invalidate('lead')
  })
}

/** Processes the payments that were made while this plugin was disabled. */
export async function catchUpOrders(ctx: Ctx, since: Date): Promise<void> {
  for (const id of (await ctx.kernel.find(ORDERS)?.listPaidSince(ctx.kernel.db, since)) ?? []) await markWonByOrder(ctx, id)
}
