import { type Ctx, type Sql, sql, type Tx } from 'stoa'
import { contactOwnerSql } from 'stoa/plugins/crm'
import { orderCouponsSql } from 'stoa/plugins/promotion'
import type { LedgerOrder } from 'stoa/plugins/sales'
import { storeExtSql } from 'stoa/plugins/stores'
import { commissionSettings } from '../settings.ts'

export type EarnerSource = 'seller' | 'owner' | 'coupon' | 'store'

const accountIn = (ext: Sql): Sql => sql`(${ext} -> 'commission' ->> 'commission_admin_id')::bigint`

/**
 * Who earns from an order: the first that exists of its seller, the owner of the customer, the owner of a coupon, and the default of the store;
 * undefined for nobody. Owners that a plugin holds are asked only while it is on. Specification: settled, commission.
 */
export async function findEarner(
  tx: Tx,
  { kernel }: Ctx,
  order: LedgerOrder,
): Promise<{ admin_id: number; source: EarnerSource } | undefined> {
  if (order.seller_admin_id !== null) return { admin_id: order.seller_admin_id, source: 'seller' }
  const { resources } = kernel.registry
  const nothing = sql`null::bigint`
  const found = await tx.one<Record<'owner' | 'coupon' | 'store', number | null>>(sql`
    select ${resources.has('contact') ? contactOwnerSql(sql`${order.person_id}::bigint`) : nothing} as owner,
      ${
        resources.has('coupon')
          ? sql`(select ${accountIn(sql`u.ext`)} from (${orderCouponsSql(sql`${order.id}::bigint`)}) u
        where ${accountIn(sql`u.ext`)} is not null order by u.id limit 1)`
          : nothing
      } as coupon,
      ${resources.has('store') ? accountIn(storeExtSql(sql`${order.store_id}::bigint`)) : nothing} as store`)
  for (const source of ['owner', 'coupon', 'store'] as const) {
    const admin_id = found?.[source] ?? null
    if (admin_id !== null) return { admin_id, source }
  }
  const admin_id = kernel.settings.of(commissionSettings).default_admin_id
  return admin_id === null ? undefined : { admin_id, source: 'store' }
}
