import { type Db, type Locale, sql } from 'stoa'
import { personSql } from 'stoa/plugins/people'

/** The tier of a customer with its discounts. */
export interface MemberTier {
  id: number
  title: Partial<Record<Locale, string>>
  percent: string
  /** Shipping is free from this amount, in minor units of the base currency. */
  free_from: number | null
}

/** The tier of a customer; undefined when there is none. */
export const memberTier = (db: Db, customer: number): Promise<MemberTier | undefined> =>
  db.one<MemberTier>(
    sql`select m.id, m.title, m.discount_percent::text as percent, m.free_shipping_from_minor as free_from from loyalty_member x
      join membership m on m.id = x.membership_id and m.enabled where x.person_id = ${personSql(sql`${customer}::bigint`)}`,
    'loyalty.tier-price',
  )
