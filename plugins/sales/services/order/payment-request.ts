import { toLocale, type Ctx, AppError, type Locale, NOT_FOUND, sql } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { type Discount, discountsSql } from './discounts.ts'
import { orderTaxesSql, refundedTaxes, type StoredTax, taxTexts } from './taxes.ts'

/** An order as a payment receipt shows it. Amounts in minor units of its currency. */
export interface OrderReceipt {
  number: string
  language: Locale
  currency: string
  /** E-mail address of the customer account; empty for other buyers. */
  email: string
  name: string
  lines: { name: string; options: { label: string; value: string }[]; quantity: number; unit: number }[]
  discounts: Pick<Discount, 'label' | 'minor'>[]
  /** Shipping amount after adjustments. */
  shipping: number
  total: number
  /** Included taxes as text in the order's language. */
  taxes: string[]
}

interface BilledTaxes {
  language: string
  taxes: StoredTax[]
  refunded: number
  excess: number
}

/** Reads the receipt data of an order. @throws AppError NOT_FOUND */
export async function readOrderReceipt({ kernel, mainLanguage }: Pick<Ctx, 'kernel' | 'mainLanguage'>, id: number): Promise<OrderReceipt> {
  const { db } = kernel
  const [head, lines] = await Promise.all([
    db.one<Omit<OrderReceipt, 'lines' | 'language' | 'taxes'> & BilledTaxes>(sql`select o.order_number as number, o.language, o.currency,
      case when o.customer_id is null then '' else o.email end as email, ${fullNameSql(sql`o.first_name`, sql`o.last_name`)} as name, o.shipping_minor as shipping, o.total_minor as total,
      ${discountsSql(sql`o.id`)} as discounts, ${orderTaxesSql(kernel)} as taxes, o.refunded_minor as refunded, o.refunded_excess_minor as excess from sales_order o where o.id = ${id}`),
    db.rows<OrderReceipt['lines'][number]>(
      sql`select name, options, quantity, unit_minor as unit from order_line where order_id = ${id} order by id`,
    ),
  ])
  if (!head) throw new AppError(NOT_FOUND)
  const { taxes, refunded, excess, ...receipt } = head
  const language = toLocale(receipt.language, mainLanguage)
  const namedTaxes = refundedTaxes(taxes, { ...receipt, refunded, excess })
  return { ...receipt, language, lines, taxes: taxTexts(kernel, language, namedTaxes, receipt.currency) }
}
