import { asLocale, type Ctx, Failed, type Locale, NOT_FOUND, sql } from '#core'
import { fullNameSql } from '../../../people/index.ts'
import { type Discount, discountsSql } from '../order/discounts.ts'

/** What an order says to whoever paid it. Amounts in minor units of its currency. */
export interface OrderBill {
  number: string
  language: Locale
  currency: string
  /** Of a customer with an account; empty for anybody else. */
  email: string
  name: string
  lines: { name: string; options: { label: string; value: string }[]; quantity: number; unit: number }[]
  discounts: Pick<Discount, 'label' | 'minor'>[]
  /** What sending it costs, after what is taken off that. */
  shipping: number
  total: number
}

/** Reads what stands on the receipt of an order. @throws Failed NOT_FOUND */
export async function billOf({ kernel, main }: Pick<Ctx, 'kernel' | 'main'>, id: number): Promise<OrderBill> {
  const { db } = kernel
  const [head, lines] = await Promise.all([
    db.one<Omit<OrderBill, 'lines' | 'language'> & { language: string }>(sql`select o.order_number as number, o.language, o.currency,
      case when o.customer_id is null then '' else o.email end as email, ${fullNameSql(sql`o.first_name`, sql`o.last_name`)} as name, o.shipping_minor as shipping, o.total_minor as total,
      ${discountsSql(sql`o.id`)} as discounts from sales_order o where o.id = ${id}`),
    db.rows<OrderBill['lines'][number]>(
      sql`select name, options, quantity, unit_minor as unit from order_line where order_id = ${id} order by id`,
    ),
  ])
  if (!head) throw new Failed(NOT_FOUND)
  return { ...head, language: asLocale(head.language, main), lines }
}
