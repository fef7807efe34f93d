import { type Ctx, AppError, lockKeys, sign, getNetwork, type Sql, sql, message, TOO_MANY, type Tx } from 'stoa'
import { getAllowed } from 'stoa/plugins/catalogue'
import { unpaid } from '../../domain/statuses.ts'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../../errors.ts'
import { orderRules } from '../../settings.ts'

/** Id of the signed-in customer; null for anybody else. */
export const getCustomerId = ({ actor }: Ctx): number | null => (actor.kind === 'customer' ? actor.id : null)

/** Applies the shop's access rules to this visitor. @throws AppError SIGN_IN_TO_BUY if signing in is enough, else CHECKOUT_CLOSED */
export function assertShopAllows(ctx: Ctx, area: 'cart' | 'checkout'): void {
  if (getAllowed(ctx)[area]) return
  throw new AppError(getAllowed(ctx, true)[area] ? SIGN_IN_TO_BUY : CHECKOUT_CLOSED)
}

const HOUR = sql`interval '1 hour'`
const placedLastHourSql = sql`placed_at > now() - ${HOUR}`

/** The buyer to whom order limits apply. */
export interface LimitedBuyer {
  customer: number | null
  email: string
  /** Hash of the network the order comes from; see `hashNetwork`. */
  networkHash: string | null
}

/** Whether order limits apply to the actor. Staff, the point of sale and system jobs have none. */
const isLimited = ({ actor }: Ctx): boolean => actor.kind === 'guest' || actor.kind === 'customer'

/** Hash of a client network for the limits: equal for all its orders and meaningless outside of this shop. Null for staff. */
export const hashNetwork = (ctx: Ctx, address: string): string | null =>
  isLimited(ctx) ? sign(ctx.kernel.config, 'order-from', getNetwork(address)) : null

const getLimits = (ctx: Ctx) => {
  const set = ctx.kernel.settings.of(orderRules)
  const { unpaid_per_buyer: perBuyer, unpaid_per_network: perNetwork, orders_per_hour: perHour } = set
  const { unpaid_units_per_buyer: unitsPerBuyer, unpaid_units_per_network: unitsPerNetwork } = set
  const hasBuyerLimit = perBuyer + unitsPerBuyer > 0
  const hasNetworkLimit = perNetwork + perHour + unitsPerNetwork > 0
  return {
    perBuyer,
    perNetwork,
    perHour,
    unitsPerBuyer,
    unitsPerNetwork,
    ofBuyer: hasBuyerLimit,
    ofNetwork: hasNetworkLimit,
    isUnlimited: !isLimited(ctx) || !(hasBuyerLimit || hasNetworkLimit),
  }
}

/** Advisory locks serialize the orders of one buyer or network, so that `countsSql` sees the orders before this one. */
export async function lockBuyer(tx: Tx, ctx: Ctx, { customer, email, networkHash }: LimitedBuyer): Promise<void> {
  const { ofBuyer, ofNetwork, isUnlimited } = getLimits(ctx)
  if (isUnlimited) return
  const buyer = customer === null ? `guest ${email}` : `customer ${customer}`
  // Lock order: buyers before networks, to avoid deadlocks.
  const keys = [...(ofBuyer ? [`order of ${buyer}`] : []), ...(ofNetwork ? [`order from ${networkHash}`] : [])]
  await lockKeys(tx, keys, 'sales.buyer-lock')
}

/** Orders that count towards a limit, and the seconds until the oldest one of the past hour stops counting. */
export interface Counts {
  buyer: number
  network: number
  hour: number
  wait: number
  /** Units in their unpaid orders. */
  buyer_units: number
  network_units: number
}

/**
 * SQL: recent order counts of a buyer, as a column of a statement that runs after `lockBuyer`. Null in a shop without
 * limits. The text has two variants, for customers and for others, so that prepared statements are reused.
 */
export function countsSql(ctx: Ctx, { customer, email, networkHash }: LimitedBuyer): Sql {
  const buyerCondition = customer === null ? sql`customer_id is null and email = ${email}` : sql`customer_id = ${customer}`
  const unpaidSql = sql`status = any(${unpaid}) and paid_minor = 0`
  const units = sql`coalesce(sum(l.quantity - l.canceled_quantity), 0)::int`
  return sql`(select row_to_json(x) from (
    select (select count(*)::int from sales_order where ${buyerCondition} and ${unpaidSql} and placed_from is not null) as buyer,
      (select ${units} from order_line l join sales_order o on o.id = l.order_id where ${buyerCondition} and ${unpaidSql} and placed_from is not null) as buyer_units,
      (select ${units} from order_line l join sales_order o on o.id = l.order_id where ${unpaidSql} and placed_from = ${networkHash}) as network_units,
      count(*) filter (where ${unpaidSql})::int as network, count(*) filter (where ${placedLastHourSql})::int as hour,
      coalesce(ceil(extract(epoch from min(placed_at) filter (where ${placedLastHourSql}) + ${HOUR} - now())), 0)::int as wait
    from sales_order where placed_from = ${networkHash}) x where ${!getLimits(ctx).isUnlimited}::boolean)`
}

/**
 * Rejects an order of that many units if its buyer or network has too many reserved unpaid orders or units, or if too
 * many orders came from the network within an hour, paid or not. A guest is identified by e-mail address, a customer
 * by account, so that nobody else can use up a customer's limit.
 * @throws AppError TOO_MANY, with Retry-After in seconds if waiting helps
 */
export function assertWithinBuyerLimits(ctx: Ctx, count: Counts | null, units: number): void {
  const { perBuyer, perNetwork, perHour, unitsPerBuyer, unitsPerNetwork } = getLimits(ctx)
  if (!count) return
  if (perHour > 0 && count.hour >= perHour)
    throw new AppError(TOO_MANY, [message('sales:error.orders_hour')], { headers: { 'retry-after': String(Math.max(1, count.wait)) } })
  if (perBuyer > 0 && count.buyer >= perBuyer) throw new AppError(TOO_MANY, [message('sales:error.unpaid_buyer', { count: perBuyer })])
  if (perNetwork > 0 && count.network >= perNetwork) throw new AppError(TOO_MANY, [message('sales:error.unpaid_network')])
  if (unitsPerBuyer > 0 && count.buyer_units + units > unitsPerBuyer)
    throw new AppError(TOO_MANY, [message('sales:error.unpaid_units_buyer', { count: unitsPerBuyer })])
  if (unitsPerNetwork > 0 && count.network_units + units > unitsPerNetwork)
    throw new AppError(TOO_MANY, [message('sales:error.unpaid_units_network')])
}

/** Minutes an unpaid order holds its reservation: fewer for an order with many units of one item. */
export function getHoldMinutes(ctx: Ctx, minutes: number, lines: readonly { quantity: number }[]): number {
  const { large_units, large_hold_hours } = ctx.kernel.settings.of(orderRules)
  const isLarge = isLimited(ctx) && large_units > 0 && lines.some(({ quantity }) => quantity > large_units)
  return isLarge ? Math.min(minutes, large_hold_hours * 60) : minutes
}

/** Deletes the network hashes of orders that no longer count towards a limit. */
export const eraseNetworkHashes = (tx: Pick<Tx, 'run'>): Promise<number> =>
  tx.run(
    sql`update sales_order set placed_from = null where placed_from is not null and not (status = any(${unpaid})) and not coalesce(${placedLastHourSql}, false)`,
  )
