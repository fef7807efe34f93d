import { type Ctx, lockKeys, sql, type Tx } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { type LedgerOrder, readLedgerEntries, readLedgerOrder } from 'stoa/plugins/sales'
import { findPeriod } from '../domain/periods.ts'
import { type NewEntry, postEntries, type SoldEntry } from '../domain/post-entries.ts'
import { isTierMethod, type Trigger } from '../domain/types.ts'
import { commissionOrder } from '../resources/commission-order.ts'
import { commissionEntry } from '../resources/entry.ts'
import { commissionShare } from '../resources/order-fields.ts'
import { commissionSettings } from '../settings.ts'
import { findEarner } from './find-earner.ts'
import { readPositions } from './organization.ts'
import { hasGroups, readEarned, readGroups, readMemberships, readTierTotals } from './posting-data.ts'

interface OpenOrder {
  id: number
  rates: Record<string, string>
  paid_through: number
  completed_through: number
}

/** The row of an order, locked. It is created when the order is first seen, with the percentages that its products have then. */
async function openOrder(tx: Tx, order: LedgerOrder, productIds: readonly number[]): Promise<OpenOrder | undefined> {
  const { rates } = (await tx.one<{ rates: Record<string, string> }>(sql`
    select coalesce(jsonb_object_agg(product_id || '/' || commission_group_id, percentage::text), '{}') as rates
    from product_commission where product_id = any(${[...productIds]}::bigint[])`)) ?? { rates: {} }
  const row = { order_id: order.id, order_number: order.order_number, paid_on: order.paid_on, source: 'none', rates } as const
  await tx.run(sql`${tx.insertSql(commissionOrder, row)} on conflict (order_id) do nothing`)
  // A product that an order change added later has the percentage of the change; those known before stay.
  return tx.one<OpenOrder>(sql`
    update commission_order set rates = ${JSON.stringify(rates)}::jsonb || rates where order_id = ${order.id}
    returning id, rates, paid_through, completed_through`)
}

/** Shares of an order. Without any, whoever earns from it gets all. */
async function findShares(tx: Tx, ctx: Ctx, order: LedgerOrder, orderId: number): Promise<{ admin_id: number; share_percent: string }[]> {
  const shares = await tx.rows<{ admin_id: number; share_percent: string }>(sql`
    select admin_id, share_percent::text as share_percent from commission_share where commission_order_id = ${orderId} order by id`)
  if (shares.length > 0) return shares
  const earner = await findEarner(tx, ctx, order)
  if (!earner) return []
  const share = { admin_id: earner.admin_id, share_percent: '100' }
  await tx.insert({ ...commissionShare, internal: {} }, { ...share, commission_order_id: orderId })
  await tx.run(sql`update commission_order set source = ${earner.source}, updated_at = now(), version = version + 1 where id = ${orderId}`)
  tx.invalidate('commission_order')
  return [share]
}

/**
 * Posts what a paid order has earned and what its refunds take back, by the triggers that have happened. It compares with what was posted, under
 * the lock of the order, so it can run any number of times. An order that nobody earns from waits.
 */
export const postOrder = (ctx: Ctx, orderId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    const order = await readLedgerOrder(tx, ctx, orderId)
    // Where nobody has set up commissions, orders cost nothing. The job posts those of the last weeks once a group exists.
    if (!order || !(await hasGroups(tx))) return
    const listProducts = (entries: readonly SoldEntry[]) => [...new Set(entries.flatMap(({ product_id }) => product_id ?? []))]
    const before = await readLedgerEntries(tx, orderId)
    const open = await openOrder(tx, order, listProducts(before))
    // Read again under the lock: another run may have posted entries that were added since.
    const sold = await readLedgerEntries(tx, orderId)
    const last = sold.at(-1)?.id ?? 0
    if (!open) return
    const due: [Trigger, number, string][] = [
      ['order_paid', open.paid_through, order.paid_on],
      ...(order.completed_on === null
        ? []
        : [['order_completed', open.completed_through, order.completed_on] as [Trigger, number, string]]),
    ]
    const late = due.filter(([, after]) => after < last)
    if (late.length === 0) return
    const shares = await findShares(tx, ctx, order, open.id)
    if (shares.length === 0) return
    for (const [trigger, after, from] of late) await postTrigger(tx, ctx, { order, open, sold, shares }, { trigger, after, from })
    await tx.run(sql`update commission_order set paid_through = ${last},
      completed_through = case when ${order.completed_on !== null} then ${last} else completed_through end where id = ${open.id}`)
  })

interface Posting {
  order: LedgerOrder
  open: OpenOrder
  sold: readonly SoldEntry[]
  shares: readonly { admin_id: number; share_percent: string }[]
}

async function postTrigger(
  tx: Tx,
  ctx: Ctx,
  { order, open, sold, shares }: Posting,
  { trigger, after, from }: { trigger: Trigger; after: number; from: string },
): Promise<void> {
  const sellers = shares.map(({ admin_id }) => admin_id)
  const currency = baseCurrency(ctx.kernel)
  const groups = await readGroups(tx)
  // The sums of tier periods are read and added to by one posting or settlement of an account at a time.
  await lockAccounts(tx, sellers)
  const [members, positions, earned] = await Promise.all([
    readMemberships(tx, sellers),
    readPositions(tx, sold[0]?.day ?? from),
    readEarned(tx, { orderId: order.id, groupIds: groups.filter((group) => group.trigger === trigger).map(({ id }) => id) }),
  ])
  const days = sold.filter(({ id }) => id > after).map(({ day }) => (day > from ? day : from))
  const periods = groups
    .filter(({ method }) => isTierMethod(method))
    .flatMap(({ settlement }) => days.map((day) => findPeriod(settlement, day).start))
  const totals = await readTierTotals(tx, [...new Set([...sellers, ...earned.map(({ admin_id }) => admin_id)])], periods)
  const { levels } = ctx.kernel.settings.of(commissionSettings)
  const entries = postEntries({
    ...{ trigger, sold, after, earned_from: from, currency, shares, groups, members },
    ...{ rates: open.rates, positions, levels, earned, totals },
  })
  await tx.insertAll(commissionEntry, entries.map(toRow), {
    ...{ source_type: 'sales_entry', order_id: order.id, order_number: order.order_number, currency, status: 'pending' },
  })
}

const toRow = ({ base_amount, amount, ...entry }: NewEntry) => ({ ...entry, base_amount_minor: base_amount, amount_minor: amount })

/** Runs postings and settlements of the same accounts one after the other. */
export const lockAccounts = (tx: Tx, adminIds: readonly number[]): Promise<unknown> =>
  lockKeys(
    tx,
    [...new Set(adminIds)].toSorted((one, two) => one - two).map((id) => `commission/account ${id}`),
  )
