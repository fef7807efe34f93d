import { basic, type Ctx, type Kernel, sql, type Tx } from 'stoa'
import { readProductPlaces } from 'stoa/plugins/catalogue'
import { isErased } from 'stoa/plugins/people'
import { accountPersons, readOrderFacts, lockAnyOrder } from 'stoa/plugins/sales'
import { getPoints } from '../domain/points.ts'
import { pointRules } from '../settings.ts'
import { changePoints, lockPoints } from './account.ts'
import { revokeTier } from './revoke-tier.ts'
import { joinReachedTier, updateTier } from './tier-state.ts'

/**
 * Expiry of points that are earned now; null for never. Uses the interval arithmetic of PostgreSQL, as tiers do: one month after the 31st
 * is the last day of the next month.
 */
export async function getExpiry(tx: Tx, { settings }: Pick<Kernel, 'settings'>): Promise<string | null> {
  const { valid_months: months } = settings.of(pointRules)
  if (months === 0) return null
  const row = await tx.one<{
    at: string
  }>(sql`select (now() at time zone ${settings.of(basic).time_zone} + make_interval(months => ${months}))
    at time zone ${settings.of(basic).time_zone} as at`)
  return row?.at ?? null
}

/**
 * Settles the points an order has earned: on the amount paid for items and not refunded, with the rules and the multiplier of the time it
 * first earned points. Idempotent: compares totals. A reduction may make the balance negative, and a refund may revoke the tier the order
 * qualified for.
 */
export const settleEarned = (ctx: Ctx, orderId: number, { isRefund = false } = {}): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    await lockAnyOrder(tx, orderId)
    const order = await readOrderFacts(tx, ctx, orderId)
    if (!order || order.person_id === null || (await isErased(tx, order.person_id))) return
    const { person_id: person } = order
    await lockPoints(tx, person)
    const before = await tx.one<{ earned: number; rate: string | null; multiplier: string | null; without: number[] | null }>(
      sql`select earned, rate::text, multiplier::text, to_jsonb(without) as without from points_of_order where order_id = ${orderId}`,
    )
    const { earn_on, earn_from, earn_rate } = ctx.kernel.settings.of(pointRules)
    const due = (earn_on === 'paid' ? order.paid : order.finished) && order.status !== 'canceled'
    if (!due && !before?.earned) return
    const rate = before?.rate ?? earn_rate
    const multiplier = before?.multiplier ?? (await findMultiplier(tx, person))
    const without = before?.without ?? (await withoutPoints(tx, ctx, order.products))
    const base = due ? Math.max(0, Math.min(order.getLinesAmount(new Set(without)), order.net_paid)) : 0
    const earned = base < Math.round(Number(earn_from) * 100) && !before?.earned ? 0 : getPoints(base, rate, multiplier)
    const more = earned - (before?.earned ?? 0)
    await tx.run(sql`insert into points_of_order (order_id, person_id, earned, rate, multiplier, without)
      values (${orderId}, ${person}, ${earned}, ${rate}, ${multiplier}, ${[...without]}::bigint[])
      on conflict (order_id) do update set earned = excluded.earned, rate = excluded.rate, multiplier = excluded.multiplier, without = excluded.without`)
    await changePoints(tx, {
      ...{ person, points: more, order: orderId, by: ctx.actor },
      ...(more > 0 ? { kind: 'earn', expires: await getExpiry(tx, ctx.kernel) } : { kind: 'clawback', owing: true }),
    })
    if (isRefund) await revokeTier(tx, ctx, person)
    await updateTier(tx, ctx, person)
  })

async function findMultiplier(tx: Tx, person: number): Promise<string> {
  const tier = await tx.one<{
    by: string
  }>(sql`select m.earn_multiplier::text as by from loyalty_member x join membership m on m.id = x.membership_id
    where x.person_id = ${person} and m.enabled`)
  return tier?.by ?? '1'
}

/** The products that earn no points: in a category excluded by the settings, or below one. */
async function withoutPoints(tx: Tx, { kernel }: Pick<Ctx, 'kernel'>, products: readonly number[]): Promise<number[]> {
  const out = new Set(kernel.settings.of(pointRules).earn_not_for)
  if (out.size === 0 || products.length === 0) return []
  return (await readProductPlaces(tx, products)).filter(({ categories }) => categories.some((id) => out.has(id))).map(({ id }) => id)
}

/** Imported orders count towards tiers. They earn points only where the import asked for it. */
export async function earnImported(
  ctx: Ctx,
  { orderIds, earning }: { orderIds: readonly number[]; earning: readonly number[] },
): Promise<void> {
  for (const id of earning) await settleEarned(ctx, id)
  for (const person of await accountPersons(ctx.kernel.db, orderIds)) await joinReachedTier(ctx, person)
}
