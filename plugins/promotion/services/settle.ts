import { type Ctx, AppError, validationError, sql, message, type Tx } from 'stoa'
import type { AdjustedOrder, AdjustmentUsage } from 'stoa/plugins/sales'
import { OFFER_GONE } from '../errors.ts'
import { promotionRules } from '../settings.ts'
import { hashCustomer } from './hash-customer.ts'
import { usage } from '../resources/usage.ts'

/** One use of a rule by an order. */
interface Use {
  promotion_id: number
  code: string | null
  /** In minor units of the base currency. */
  amount: number
}

interface StoredUse {
  id: number
  promotion_id: number
  coupon_id: number | null
  amount: number
  who: string[]
  released: boolean
}

/** Whether the uses of an order are released: the order was canceled unpaid or, where the settings say so, refunded in full. */
function isOver({ kernel }: Ctx, { status, paid }: AdjustedOrder): boolean {
  if (status === 'canceled' && !paid) return true
  return (status === 'canceled' || status === 'refunded') && kernel.settings.of(promotionRules).give_back_refunded
}

/**
 * Counts the uses of rules and codes by an order, once and within their limits, or releases them. An update with the limit in its condition
 * prevents a race: the order that comes too late is refused.
 * @throws AppError INVALID at `codes`, OFFER_GONE
 */
export async function settleUses(tx: Tx, ctx: Ctx, order: AdjustedOrder, { applied }: AdjustmentUsage): Promise<void> {
  const usages =
    await tx.rows<StoredUse>(sql`select id, promotion_id, coupon_id, amount_minor as amount, who, released_at is not null as released
    from promotion_usage where order_id = ${order.id} order by promotion_id for update`)
  if (isOver(ctx, order))
    return giveBack(
      tx,
      usages.filter(({ released }) => !released),
    )
  const missing = getUses(order, applied).filter(({ promotion_id }) => !usages.some((k) => k.promotion_id === promotion_id && !k.released))
  if (missing.length > 0) await take(tx, ctx, order, missing)
}

/** The applied rules, sorted by id. Locking in this order prevents deadlocks. */
function getUses({ rate }: AdjustedOrder, applied: AdjustmentUsage['applied']): Use[] {
  const uses = new Map<number, Use>()
  for (const { source_id, code, amount } of applied) {
    if (source_id === null) continue
    const use = uses.get(source_id) ?? { promotion_id: source_id, code, amount: 0 }
    uses.set(source_id, { ...use, amount: use.amount + (rate === '1' ? amount : Math.round(amount / Number(rate))) })
  }
  return [...uses.values()].sort((a, b) => a.promotion_id - b.promotion_id)
}

interface Limits {
  id: number
  usage_limit: number | null
  usage_per_customer: number | null
  budget: number | null
}

interface Counter {
  kind: 'rule' | 'code' | 'person'
  ref: number
  who: string
  spent: number
  most: number | null
  budget: number | null
}

async function take(tx: Tx, ctx: Ctx, order: AdjustedOrder, uses: readonly Use[]): Promise<void> {
  // Share lock: the limits cannot change until commit, while other orders use the same rules concurrently.
  const rules = await tx.rows<Limits>(sql`select id, usage_limit, usage_per_customer, budget_minor as budget from promotion
    where id = any(${uses.map((use) => use.promotion_id)}::bigint[]) order by id for share`)
  const codes = await tx.rows<{
    id: number
    promotion_id: number
    code: string
    usage_limit: number | null
  }>(sql`select id, promotion_id, code, usage_limit
    from coupon where code = any(${uses.flatMap(({ code }) => code ?? [])}::text[]) order by id for share`)
  const customerHashes = hashCustomer(ctx, { customer: order.customer_id, email: order.email, phone: order.phone })
  for (const use of uses) {
    const rule = rules.find(({ id }) => id === use.promotion_id)
    if (!rule) throw createLimitError(use)
    const coupon = codes.find(({ code, promotion_id }) => code === use.code && promotion_id === rule.id)
    await count(tx, use, getCounters(rule, coupon, use, customerHashes))
    const written = {
      promotion_id: rule.id,
      coupon_id: coupon?.id ?? null,
      order_id: order.id,
      code: use.code,
      amount_minor: use.amount,
      who: customerHashes,
    }
    await tx.run(sql`${tx.insertSql(usage, written)}
      on conflict (order_id, promotion_id) do update set released_at = null, coupon_id = excluded.coupon_id, code = excluded.code,
        amount_minor = excluded.amount_minor, who = excluded.who, updated_at = now()`)
  }
}

function getCounters(
  rule: Limits,
  coupon: { id: number; usage_limit: number | null } | undefined,
  use: Use,
  customerHashes: readonly string[],
): Counter[] {
  const none = { who: '', spent: 0, budget: null }
  return [
    ...(coupon?.usage_limit ? [{ ...none, kind: 'code' as const, ref: coupon.id, most: coupon.usage_limit }] : []),
    ...(rule.usage_per_customer
      ? [...customerHashes]
          .sort()
          .map((mark) => ({ ...none, kind: 'person' as const, ref: rule.id, who: mark, most: rule.usage_per_customer }))
      : []),
    ...(rule.usage_limit !== null || rule.budget !== null
      ? [{ ...none, kind: 'rule' as const, ref: rule.id, spent: use.amount, most: rule.usage_limit, budget: rule.budget }]
      : []),
  ]
}

/** Increments each counter within its limit. @throws AppError */
async function count(tx: Tx, use: Use, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  const counted = await tx.rows<{ kind: string }>(sql`
    insert into promotion_counter as c (kind, ref, who, used, spent_minor)
    select n.kind, n.ref, n.who, 1, n.spent from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
      as n(kind text, ref bigint, who text, spent bigint, most int, budget bigint)
    where n.budget is null or n.spent <= n.budget order by n.kind, n.ref, n.who
    on conflict (kind, ref, who) do update set used = c.used + 1, spent_minor = c.spent_minor + excluded.spent_minor
    where c.used < coalesce(${getMost(counters, sql`c.kind`)}, c.used + 1) and c.spent_minor + excluded.spent_minor <= coalesce(${getBudget(counters, sql`c.kind`)}, c.spent_minor + excluded.spent_minor)
    returning c.kind`)
  if (counted.length < counters.length) throw createLimitError(use)
}

type Piece = ReturnType<typeof sql>

/** The limit of a counter type; each rule and each code has one counter of a type. */
const getMost = (counters: readonly Counter[], kind: Piece): Piece =>
  sql`(select (m.value #>> '{}')::int from jsonb_each(${JSON.stringify(Object.fromEntries(counters.map((c) => [c.kind, c.most])))}::jsonb) m where m.key = ${kind})`

const getBudget = (counters: readonly Counter[], kind: Piece): Piece =>
  sql`(select (m.value #>> '{}')::bigint from jsonb_each(${JSON.stringify(Object.fromEntries(counters.map((c) => [c.kind, c.budget])))}::jsonb) m where m.key = ${kind})`

const createLimitError = ({ code }: Use): AppError =>
  code === null ? new AppError(OFFER_GONE) : validationError({ 'choices.promotion.codes': message('promotion:code.used_up', { code }) })

async function giveBack(tx: Tx, uses: readonly StoredUse[]): Promise<void> {
  for (const { id, promotion_id, coupon_id, amount, who } of uses) {
    await tx.run(sql`update promotion_usage set released_at = now(), updated_at = now() where id = ${id}`)
    // Share lock against a concurrent recount, which would miss this use.
    await tx.run(sql`select 1 from promotion where id = ${promotion_id} for share`)
    const countersSql = sql`(kind = 'rule' and ref = ${promotion_id}) or (kind = 'code' and ref = ${coupon_id})
      or (kind = 'person' and ref = ${promotion_id} and who = any(${who}::text[]))`
    await tx.run(sql`select 1 from promotion_counter where ${countersSql} order by kind, ref, who for update`)
    await tx.run(sql`update promotion_counter set used = used - 1,
      spent_minor = case when kind = 'rule' then greatest(0, spent_minor - ${amount}) else spent_minor end where (${countersSql}) and used > 0`)
  }
  if (uses.length > 0) tx.invalidate('promotion_usage')
}
