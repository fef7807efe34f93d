import { type Locale, sql, textIn } from '#core'
import { personSql } from '#plugins/people/index'
import type { Adjuster } from '#plugins/sales/index'

interface Tier {
  id: number
  title: Partial<Record<Locale, string>>
  percent: string
  free_from: number | null
}

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n

/** What a tier takes off: a part of each line, and sending from an amount on. */
export const tierPrice: Adjuster = {
  async prepare(ctx, { customer, currency }, _choice, db) {
    if (customer === null) return () => []
    const tier = await db.one<Tier>(
      sql`select m.id, m.title, m.discount_percent::text as percent, m.free_shipping_from_minor as free_from from loyalty_member x
      join membership m on m.id = x.membership_id and m.enabled where x.person_id = ${personSql(sql`${customer}::bigint`)}`,
      'loyalty.tier-price',
    )
    const hundredths = BigInt(Math.round(Number(tier?.percent ?? 0) * 100))
    if (!tier || (hundredths === 0n && tier.free_from === null)) return () => []
    const freeFrom = tier.free_from === null ? null : Math.round(tier.free_from * Number(currency.rate))
    return ({ lines, shipping }) => {
      const shares = lines.map((amount) => Number((BigInt(amount) * hundredths) / WHOLE))
      const left = lines.reduce((sum, amount, i) => sum + amount - (shares[i] ?? 0), 0)
      return [
        {
          label: textIn(tier.title, ctx.language, ctx.main),
          source_id: tier.id,
          shares,
          shipping: freeFrom !== null && left >= freeFrom ? shipping : 0,
        },
      ]
    }
  },
}
