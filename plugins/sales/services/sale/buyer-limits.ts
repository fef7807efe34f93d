import { type Ctx, AppError, lockKeys, sign, getNetwork, type Sql, sql, message, TOO_MANY, type Tx } from 'stoa'
import { getAllowed } from 'stoa/plugins/catalogue'
import { unpaid } from '../../domain/statuses.ts'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../../errors.ts'
import { orderRules } from '../../settings.ts'

/** The customer who asks; null for anybody else. */
export const getCustomerId = ({ actor }: Ctx): number | null => (actor.kind === 'customer' ? actor.id : null)

/** Refuses what the shop's rules keep from this visitor. @throws Failed SIGN_IN_TO_BUY when members may, else CHECKOUT_CLOSED */
export function requireOpen(ctx: Ctx, what: 'cart' | 'checkout'): void {
  if (getAllowed(ctx)[what]) return
  throw new AppError(getAllowed(ctx, true)[what] ? SIGN_IN_TO_BUY : CHECKOUT_CLOSED)
}

const HOUR = sql`interval '1 hour'`
const lately = sql`placed_at > now() - ${HOUR}`

/** Who orders, as far as limits go. */
export interface Orderer {
  customer: number | null
  email: string
  /** Mark of the network the order comes from; see `markOf`. */
  from: string | null
}

/** Whether limits hold for whoever asks: staff, also at the till, and the product itself have none. */
const isLimited = ({ actor }: Ctx): boolean => actor.kind === 'guest' || actor.kind === 'customer'

/** A network as it stands beside an order: the same for all its orders, and of no use to anybody but this shop. Null for staff. */
export const hashSource = (ctx: Ctx, address: string): string | null =>
  isLimited(ctx) ? sign(ctx.kernel.config, 'order-from', getNetwork(address)) : null

const limits = (ctx: Ctx) => {
  const set = ctx.kernel.settings.of(orderRules)
  const { unpaid_per_buyer: perBuyer, unpaid_per_network: perNetwork, orders_per_hour: perHour } = set
  const { unpaid_units_per_buyer: unitsPerBuyer, unpaid_units_per_network: unitsPerNetwork } = set
  const ofBuyer = perBuyer + unitsPerBuyer > 0
  const ofNetwork = perNetwork + perHour + unitsPerNetwork > 0
  return {
    perBuyer,
    perNetwork,
    perHour,
    unitsPerBuyer,
    unitsPerNetwork,
    ofBuyer,
    ofNetwork,
    none: !isLimited(ctx) || !(ofBuyer || ofNetwork),
  }
}

/** Orders of one buyer or network wait here for each other until they are written: `countsSql` would tell of yesterday else. */
export async function lockBuyer(tx: Tx, ctx: Ctx, { customer, email, from }: Orderer): Promise<void> {
  const { ofBuyer, ofNetwork, none } = limits(ctx)
  if (none) return
  const buyer = customer === null ? `guest ${email}` : `customer ${customer}`
  // Buyers before networks, so that nobody waits in a circle.
  const keys = [...(ofBuyer ? [`order of ${buyer}`] : []), ...(ofNetwork ? [`order from ${from}`] : [])]
  await lockKeys(tx, keys, 'sales.order-alone')
}

/** Orders that count against a limit, and the seconds until the oldest of the hour counts no more. */
export interface Counts {
  buyer: number
  network: number
  hour: number
  wait: number
  /** Units of their unpaid orders. */
  buyer_units: number
  network_units: number
}

/**
 * What somebody ordered, as a column of a statement that follows `oneAtATime`. Null in a shop without limits. The text is one for customers and
 * one for all others.
 */
export function countsSql(ctx: Ctx, { customer, email, from }: Orderer): Sql {
  const own = customer === null ? sql`customer_id is null and email = ${email}` : sql`customer_id = ${customer}`
  const open = sql`status = any(${unpaid}) and paid_minor = 0`
  const units = sql`coalesce(sum(l.quantity - l.canceled_quantity), 0)::int`
  return sql`(select row_to_json(x) from (
    select (select count(*)::int from sales_order where ${own} and ${open} and placed_from is not null) as buyer,
      (select ${units} from order_line l join sales_order o on o.id = l.order_id where ${own} and ${open} and placed_from is not null) as buyer_units,
      (select ${units} from order_line l join sales_order o on o.id = l.order_id where ${open} and placed_from = ${from}) as network_units,
      count(*) filter (where ${open})::int as network, count(*) filter (where ${lately})::int as hour,
      coalesce(ceil(extract(epoch from min(placed_at) filter (where ${lately}) + ${HOUR} - now())), 0)::int as wait
    from sales_order where placed_from = ${from}) x where ${!limits(ctx).none}::boolean)`
}

/**
 * Refuses an order of so many units while its buyer, or the network it comes from, has too many orders or units that are held and not
 * paid, or too many orders came from there within an hour, paid or not. A guest is known by the e-mail address; a customer by the account, so that
 * nobody else can use up what is theirs.
 * @throws Failed TOO_MANY, with Retry-After in seconds where waiting is all it takes
 */
export function rejectTooMany(ctx: Ctx, count: Counts | null, units: number): void {
  const { perBuyer, perNetwork, perHour, unitsPerBuyer, unitsPerNetwork } = limits(ctx)
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

/** Minutes an order waits for its money: less where it holds many units of one article and nothing was paid. */
export function getHoldMinutes(ctx: Ctx, minutes: number, lines: readonly { quantity: number }[]): number {
  const { large_units, large_hold_hours } = ctx.kernel.settings.of(orderRules)
  const isLarge = isLimited(ctx) && large_units > 0 && lines.some(({ quantity }) => quantity > large_units)
  return isLarge ? Math.min(minutes, large_hold_hours * 60) : minutes
}

/** Forgets where orders came from that count no more. */
export const erasePlaces = (tx: Pick<Tx, 'run'>): Promise<number> =>
  tx.run(
    sql`update sales_order set placed_from = null where placed_from is not null and not (status = any(${unpaid})) and not coalesce(${lately}, false)`,
  )
