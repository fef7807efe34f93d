import { formatMoney, sql, type Sql } from 'stoa'

/** What was taken off the goods of an order, in minor units of its currency. */
export interface Discount {
  label: string
  minor: number
  /** Of each line, in their order. */
  shares: readonly number[]
}

/** What an adjustment took off goods; the rest of it is off sending. */
export const offGoodsSql = sql`(select coalesce(sum(s::bigint), 0) from jsonb_array_elements_text(shares) s)::bigint`

/** Reads the discounts of an order as JSON. What is taken off sending stands in what sending costs. */
export const discountsSql = (order: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('label', a.label, 'minor', a.goods, 'shares', a.shares) order by a.id) filter (where a.goods > 0), '[]')
  from (select id, label, shares, ${offGoodsSql} as goods from order_adjustment where order_id = ${order}) a)`

/** Why sending an order costs less than it would, as a JSON list of words. */
export const offSendingSql = (order: Sql): Sql => sql`(
  select coalesce(json_agg(label order by id) filter (where -amount_minor > ${offGoodsSql} and label <> ''), '[]')
  from order_adjustment where order_id = ${order})`

/** What was taken off one line, by its place, for people. */
export const offLine = (discounts: readonly Pick<Discount, 'label' | 'shares'>[], line: number): { label: string; amount: string }[] =>
  discounts.flatMap(({ label, shares }) => {
    const minor = shares[line] ?? 0
    return minor > 0 ? [{ label, amount: formatMoney(minor) }] : []
  })

/** What was taken off the whole, for people. */
export const namedDiscounts = (discounts: readonly Discount[]): { label: string; amount: string }[] =>
  discounts.map(({ label, minor }) => ({ label, amount: formatMoney(minor) }))
