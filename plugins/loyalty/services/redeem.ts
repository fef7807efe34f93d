import { type Ctx, type Db, AppError, INVALID, sql, message, type Message, type Tx } from 'stoa'
import { personSql } from 'stoa/plugins/people'
import {
  type AdjustedOrder,
  type AdjustmentProvider,
  orderLines,
  type Pricing,
  type SaleLine,
  type AdjustmentUsage,
  returnedUnitsSql,
} from 'stoa/plugins/sales'
import { readSpendable } from './account.ts'
import { holdPoints } from './points-hold.ts'
import { redemption } from '../resources/redemption.ts'
import { type Redeemable, redeemables, findRedeemed } from './redeemable.ts'

/** Option of a cart line that is redeemed for points. */
export const FOR_POINTS = { redeem: 'true' }

const isForPoints = ({ kind, additional_options: options }: SaleLine): boolean =>
  kind === 'stock' && options['redeem'] === FOR_POINTS.redeem

/** A quantity of a stock to redeem. */
export interface RedemptionRequest {
  stock_id: number
  quantity: number
}

/** Reasons why a redemption is refused, by field. */
export type Refusal = Partial<Record<'customer' | 'stock_id' | 'quantity' | 'points', Message>>

const refusals = {
  signIn: { customer: message('loyalty:redeem.sign_in') },
  notEnough: { stock_id: message('loyalty:redeem.not_enough') },
  limit: { quantity: message('loyalty:redeem.limit') },
  points: { points: message('loyalty:redeem.insufficient') },
} as const satisfies Record<string, Refusal>

/** Units a customer has redeemed that count towards the limits, by stock. */
export async function sumRedeemed(
  db: Db,
  person: ReturnType<typeof sql>,
  goods: readonly Redeemable[],
): Promise<ReadonlyMap<number, number>> {
  const limited = goods.filter(({ limit }) => limit > 0).map(({ id, since }) => ({ id, since }))
  if (limited.length === 0) return new Map()
  const rows = await db.rows<{ id: number; n: number }>(sql`select r.stock_id as id, sum(r.quantity - r.returned)::int as n
    from jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as w(id bigint, since timestamptz)
    join redemption r on r.stock_id = w.id and r.returned_at is null and (w.since is null or r.created_at >= w.since)
    where r.person_id = ${person} group by r.stock_id`)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Total quantity of each stock over all lines. */
function perStock(requested: readonly RedemptionRequest[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { stock_id, quantity } of requested) sums.set(stock_id, (sums.get(stock_id) ?? 0) + quantity)
  return sums
}

/** Checks a redemption against the current limits and points. Returns the terms by stock, or the reasons for the refusal. */
export async function checkRedemption(
  ctx: Ctx,
  db: Db,
  customer: number | null,
  requested: readonly RedemptionRequest[],
): Promise<{ goods: ReadonlyMap<number, Redeemable> } | { refused: Refusal }> {
  if (customer === null) return { refused: refusals.signIn }
  const sums = perStock(requested)
  const found = await redeemables(db, ctx, [...sums.keys()])
  if (found.length < sums.size) return { refused: refusals.notEnough }
  const person = personSql(sql`${customer}::bigint`)
  const [redeemedCounts, ownPoints] = await Promise.all([
    sumRedeemed(db, person, found),
    db.one<{ points: number }>(sql`select ${readSpendable(person)} as points`),
  ])
  if (found.some(({ id, limit }) => limit > 0 && (redeemedCounts.get(id) ?? 0) + (sums.get(id) ?? 0) > limit))
    return { refused: refusals.limit }
  const needed = found.reduce((sum, { id, points }) => sum + points * (sums.get(id) ?? 0), 0)
  if (needed > (ownPoints?.points ?? 0)) return { refused: refusals.points }
  return { goods: new Map(found.map((item) => [item.id, item])) }
}

/** Adjustment provider that sets redeemed lines to zero, before any other adjustment. */
export const redemptionPrices: AdjustmentProvider = {
  async prepare(ctx, sale: Pricing, _choice, db, refuse) {
    const lines = sale.lines.map((line) => (isForPoints(line) ? line : undefined))
    const requested = lines.flatMap((line) => (line ? [{ stock_id: line.subject_id, quantity: line.quantity }] : []))
    if (requested.length === 0) return () => []
    const redemption = await checkRedemption(ctx, db, sale.customer, requested)
    if ('refused' in redemption) {
      refuse(new AppError(INVALID, Object.fromEntries(Object.entries(redemption.refused).map(([name, problem]) => [name, [problem]]))))
      return () => []
    }
    return ({ lines: left }) =>
      lines.flatMap((line, at) => {
        if (!line) return []
        const points = (redemption.goods.get(line.subject_id)?.points ?? 0) * line.quantity
        return [
          {
            label: ctx.kernel.i18n.t(ctx.language, 'loyalty:redeem.label', { count: points }),
            code: String(points),
            source_id: line.subject_id,
            shares: left.map((amount, i) => (i === at ? amount : 0)),
            keepIfZero: true,
          },
        ]
      })
  },
  recordUsage: settle,
}

interface RedeemedItem extends RedemptionRequest {
  back: number
  points: number
}

/** The redeemed stocks of an order: points, and units returned. */
async function findRedeemedItems(
  tx: Tx,
  { kernel }: Pick<Ctx, 'kernel'>,
  order: number,
  applied: AdjustmentUsage['applied'],
): Promise<RedeemedItem[]> {
  const points = perStock(applied.map(({ code, source_id }) => ({ stock_id: source_id ?? 0, quantity: Number(code ?? 0) })))
  const lines = await tx.rows<Omit<RedeemedItem, 'points'>>(sql`select l.subject_id as stock_id, sum(l.quantity)::int as quantity,
      sum(${returnedUnitsSql(kernel)})::int as back from ${orderLines}
    where o.id = ${order} and l.kind = 'stock' and l.additional_options->>'redeem' = ${FOR_POINTS.redeem} group by l.subject_id order by l.subject_id`)
  return lines.map((line) => ({ ...line, points: points.get(line.stock_id) ?? 0 }))
}

/**
 * Settles the redemption points of an order within the limits of the stocks, and returns the points of units that came back. All units of a
 * stock cost the same.
 * @throws AppError INVALID
 */
async function settle(tx: Tx, ctx: Ctx, order: AdjustedOrder, { applied }: AdjustmentUsage): Promise<void> {
  const over = order.status === 'canceled' || order.status === 'refunded'
  const redeemedItems = (await findRedeemedItems(tx, ctx, order.id, applied)).map((item) =>
    over ? { ...item, back: item.quantity } : item,
  )
  const { before, now } = await holdPoints(tx, ctx, order, 'redeemed', {
    takenPoints: applied.reduce((sum, { code }) => sum + Number(code ?? 0), 0),
    getReturnedPoints: () => redeemedItems.reduce((sum, { points, quantity, back }) => sum + Math.floor((points * back) / quantity), 0),
  })
  if (order.person_id === null || before === now) return
  if (before === 0) return give(tx, ctx, order, order.person_id, redeemedItems)
  await tx.run(sql`update redemption r set returned = g.back, updated_at = now(),
      returned_at = case when g.back < r.quantity then null else coalesce(r.returned_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(redeemedItems)}::jsonb) as g(stock_id bigint, back int) where r.order_id = ${order.id} and r.stock_id = g.stock_id`)
  tx.invalidate('redemption')
}

/**
 * Records redemptions. The points account is locked, so concurrent orders cannot exceed the limit. @throws AppError INVALID at `quantity`
 */
async function give(tx: Tx, ctx: Ctx, { id }: AdjustedOrder, person: number, items: readonly RedeemedItem[]): Promise<void> {
  const rows = items.map(({ stock_id, quantity, points }) => ({ stock_id, quantity, points }))
  await tx.run(sql`${tx.insertAllSql(redemption, rows, { person_id: person, order_id: id })}
    on conflict (order_id, stock_id) do update set returned_at = null, returned = 0, updated_at = now()`)
  const goods = await findRedeemed(
    tx,
    ctx,
    items.map(({ stock_id }) => stock_id),
  )
  const had = await sumRedeemed(tx, sql`${person}::bigint`, goods)
  if (goods.some(({ id: stock, limit }) => limit > 0 && (had.get(stock) ?? 0) > limit))
    throw new AppError(INVALID, { quantity: [refusals.limit.quantity] })
}
