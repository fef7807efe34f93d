import { type Ctx, Failed, hit, sign, sourceOf, sql, text, TOO_MANY, type Tx } from '#core'
import { unpaid } from '../domain/statuses.ts'
import { orderRules } from '../settings.ts'

/** Who orders, as far as limits go. */
export interface Orderer {
  customer: number | null
  email: string
  /** Mark of the network the order comes from; see `markOf`. */
  from: string | null
}

/** A network as it stands beside an order: the same for all its orders, and of no use to anybody but this shop. */
export const markOf = (ctx: Ctx, address: string): string => sign(ctx.kernel.config, 'order-from', sourceOf(address))

/**
 * Counts an order against the hour of the network it comes from.
 * @throws Failed TOO_MANY
 */
export async function countOrder(ctx: Ctx, from: string): Promise<void> {
  const max = ctx.kernel.settings.of(orderRules).orders_per_hour
  if (max > 0) await hit(ctx.kernel.db, `order-from ${from}`, { max, seconds: 3_600, message: 'sales:error.orders_hour' })
}

/**
 * Refuses an order while its buyer, or the network it comes from, has too many that hold goods and are not paid. A guest is
 * known by the e-mail address; a customer by the account, so that nobody else can use up what is theirs. Orders of one
 * buyer or network wait here for each other: the count would be of yesterday otherwise.
 * @throws Failed TOO_MANY
 */
export async function refuseTooManyUnpaid(tx: Tx, ctx: Ctx, { customer, email, from }: Orderer): Promise<void> {
  const { unpaid_per_buyer: perBuyer, unpaid_per_network: perNetwork } = ctx.kernel.settings.of(orderRules)
  if (from === null || (perBuyer === 0 && perNetwork === 0)) return
  const buyer = customer === null ? `guest ${email}` : `customer ${customer}`
  const own = customer === null ? sql`customer_id is null and email = ${email}` : sql`customer_id = ${customer}`
  const open = sql`status = any(${unpaid}) and paid_minor = 0 and placed_from is not null`
  // Buyers before networks, so that nobody waits in a circle.
  const keys = [...(perBuyer > 0 ? [`order of ${buyer}`] : []), ...(perNetwork > 0 ? [`order from ${from}`] : [])]
  // Sent together, run one after the other.
  const [, count] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`, 'sales.order-alone'),
    tx.one<{ buyer: number; network: number }>(
      sql`select
      (select count(*)::int from sales_order where ${own} and ${open}) as buyer,
      (select count(*)::int from sales_order where placed_from = ${from} and ${open}) as network`,
      `sales.order-unpaid ${customer === null ? 'guest' : 'customer'}`,
    ),
  ])
  if (perBuyer > 0 && (count?.buyer ?? 0) >= perBuyer) throw new Failed(TOO_MANY, [text('sales:error.unpaid_buyer', { count: perBuyer })])
  if (perNetwork > 0 && (count?.network ?? 0) >= perNetwork) throw new Failed(TOO_MANY, [text('sales:error.unpaid_network')])
}

/** Forgets where orders came from that are paid, or over. */
export const forgetPlaces = (tx: Pick<Tx, 'run'>): Promise<number> =>
  tx.run(sql`update sales_order set placed_from = null where placed_from is not null and not (status = any(${unpaid}))`)
