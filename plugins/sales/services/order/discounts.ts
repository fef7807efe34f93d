import { formatMoney, sql, type Sql } from 'stoa'

/** A discount on the lines of an order, in minor units of its currency. */
export interface Discount {
  label: string
  minor: number
  /** Share of each line, in line order. */
  shares: readonly number[]
}

/** SQL: the part of an adjustment on lines; the rest is on shipping. */
export const lineDiscountSql = sql`(select coalesce(sum(s::bigint), 0) from jsonb_array_elements_text(shares) s)::bigint`

/** SQL: the discounts of an order as JSON. The shipping amount already includes reductions of shipping. */
export const discountsSql = (order: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('label', a.label, 'minor', a.goods, 'shares', a.shares) order by a.id) filter (where a.goods > 0), '[]')
  from (select id, label, shares, ${lineDiscountSql} as goods from order_adjustment where order_id = ${order}) a)`

/** SQL: labels of the adjustments on shipping, as a JSON list. */
export const shippingDiscountLabelsSql = (order: Sql): Sql => sql`(
  select coalesce(json_agg(label order by id) filter (where -amount_minor > ${lineDiscountSql} and label <> ''), '[]')
  from order_adjustment where order_id = ${order})`

/** Discounts of one line by its index, for display. */
export const getLineDiscounts = (
  discounts: readonly Pick<Discount, 'label' | 'shares'>[],
  line: number,
): { label: string; amount: string }[] =>
  discounts.flatMap(({ label, shares }) => {
    const minor = shares[line] ?? 0
    return minor > 0 ? [{ label, amount: formatMoney(minor) }] : []
  })

/** Discounts of the whole order, for display. */
export const namedDiscounts = (discounts: readonly Discount[]): { label: string; amount: string }[] =>
  discounts.map(({ label, minor }) => ({ label, amount: formatMoney(minor) }))
