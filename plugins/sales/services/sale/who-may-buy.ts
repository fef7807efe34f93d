import { type Ctx, Failed, sign, sourceOf, sql, text, TOO_MANY, type Tx } from '#core'
import { allowed } from '../../../catalogue/index.ts'
import { unpaid } from '../../domain/statuses.ts'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../../errors.ts'
import { orderRules } from '../../settings.ts'

/** The customer who asks; null for anybody else. */
export const customerOf = ({ actor }: Ctx): number | null => (actor.kind === 'customer' ? actor.id : null)

/** Refuses what the shop's rules keep from this visitor. @throws Failed SIGN_IN_TO_BUY when members may, else CHECKOUT_CLOSED */
export function requireOpen(ctx: Ctx, what: 'cart' | 'checkout'): void {
  if (allowed(ctx)[what]) return
  throw new Failed(allowed(ctx, true)[what] ? SIGN_IN_TO_BUY : CHECKOUT_CLOSED)
}

const HOUR = sql`interval '1 hour'`
const lately = sql`placed_at > now() - ${HOUR}`

/** Who orders, as far as limits go. */
export interface Orderer {
  customer: number | null
  email: string
  /** Mark of the network the order comes from; see `markOf`. */
  from: string
}

/** A network as it stands beside an order: the same for all its orders, and of no use to anybody but this shop. */
export const markOf = (ctx: Ctx, address: string): string => sign(ctx.kernel.config, 'order-from', sourceOf(address))

const limits = (ctx: Ctx) => {
  const { unpaid_per_buyer: perBuyer, unpaid_per_network: perNetwork, orders_per_hour: perHour } = ctx.kernel.settings.of(orderRules)
  return { perBuyer, perNetwork, perHour, none: perBuyer + perNetwork + perHour === 0 }
}

/** Orders of one buyer or network wait here for each other until they are written: `countOrders` would tell of yesterday else. */
export async function oneAtATime(tx: Tx, ctx: Ctx, { customer, email, from }: Orderer): Promise<void> {
  const { perBuyer, perNetwork, perHour, none } = limits(ctx)
  if (none) return
  const buyer = customer === null ? `guest ${email}` : `customer ${customer}`
  // Buyers before networks, so that nobody waits in a circle.
  const keys = [...(perBuyer > 0 ? [`order of ${buyer}`] : []), ...(perNetwork + perHour > 0 ? [`order from ${from}`] : [])]
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`, 'sales.order-alone')
}

/** Orders that count against a limit, and the seconds until the oldest of the hour counts no more. */
export interface Counts {
  buyer: number
  network: number
  hour: number
  wait: number
}

/** What somebody ordered; asked after `oneAtATime`, in a statement of its own. Undefined in a shop without limits. */
export async function countOrders(tx: Tx, ctx: Ctx, { customer, email, from }: Orderer): Promise<Counts | undefined> {
  if (limits(ctx).none) return undefined
  const own = customer === null ? sql`customer_id is null and email = ${email}` : sql`customer_id = ${customer}`
  const open = sql`status = any(${unpaid}) and paid_minor = 0`
  return tx.one<Counts>(
    sql`select (select count(*)::int from sales_order where ${own} and ${open} and placed_from is not null) as buyer,
      count(*) filter (where ${open})::int as network, count(*) filter (where ${lately})::int as hour,
      coalesce(ceil(extract(epoch from min(placed_at) filter (where ${lately}) + ${HOUR} - now())), 0)::int as wait
    from sales_order where placed_from = ${from}`,
    `sales.order-count ${customer === null ? 'guest' : 'customer'}`,
  )
}

/**
 * Refuses an order while its buyer, or the network it comes from, has too many that hold goods and are not paid, or too many
 * came from there within an hour, paid or not. A guest is known by the e-mail address; a customer by the account, so that
 * nobody else can use up what is theirs.
 * @throws Failed TOO_MANY, with Retry-After in seconds where waiting is all it takes
 */
export function refuseTooMany(ctx: Ctx, count: Counts | undefined): void {
  const { perBuyer, perNetwork, perHour } = limits(ctx)
  if (!count) return
  if (perHour > 0 && count.hour >= perHour)
    throw new Failed(TOO_MANY, [text('sales:error.orders_hour')], { headers: { 'retry-after': String(Math.max(1, count.wait)) } })
  if (perBuyer > 0 && count.buyer >= perBuyer) throw new Failed(TOO_MANY, [text('sales:error.unpaid_buyer', { count: perBuyer })])
  if (perNetwork > 0 && count.network >= perNetwork) throw new Failed(TOO_MANY, [text('sales:error.unpaid_network')])
}

/** Forgets where orders came from that count no more. */
export const forgetPlaces = (tx: Pick<Tx, 'run'>): Promise<number> =>
  tx.run(
    sql`update sales_order set placed_from = null where placed_from is not null and not (status = any(${unpaid})) and not coalesce(${lately}, false)`,
  )
