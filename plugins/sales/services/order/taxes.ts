import { formatMoney, type Kernel, type Locale, type Sql, sql } from 'stoa'
import { formatAmount } from '../../domain/amount.ts'
import { type OrderTaxPart, sumTaxes, type TaxPart, getTaxOfPart, type TaxStatement } from '../../domain/tax.ts'
import type { OrderTax, Tax } from '../../api-types.ts'
import { ORDER_REFUNDS } from './order-refunds.ts'

/** SQL: taxes `x` that match `where`, as an ordered JSON list. */
export const taxPartsSql = (where: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('code', x.code, 'label', x.label, 'rate', x.rate, 'amount', x.amount_minor) order by x.id), '[]')
  from order_tax x where ${where})`

/** A tax of an order, with its base. Amounts in minor units. */
export interface StoredTax extends TaxPart {
  /** Amount of its line or of shipping, and the refunded part of it. */
  base: number
  refundedBase: number
}

/** SQL: the taxes of the order `o` as a JSON list, for `refundedTaxes`. */
export const orderTaxesSql = (kernel: Kernel): Sql => {
  const refunds = kernel.find(ORDER_REFUNDS)
  return sql`(
  select coalesce(json_agg(json_build_object('code', x.code, 'label', x.label, 'rate', x.rate, 'amount', x.amount_minor,
    'base', coalesce(l.total_minor, o.shipping_minor),
    'refundedBase', case when l.id is null then ${refunds?.refundedShippingSql(sql`o.id`) ?? sql`0`} else ${refunds?.lineAmountSql(sql`l.id`) ?? sql`0`} end) order by x.id), '[]')
  from order_tax x left join order_line l on l.id = x.order_line_id where x.order_id = o.id)`
}

/** The amounts of an order. */
interface OrderMoney {
  currency: string
  total: number
  refunded: number
  /** Part of the refunded amount that was never part of the price. */
  excess: number
}

/** The taxes of an order by code and rate, with their refunded part: all of it once the whole price was refunded. */
export function refundedTaxes(taxes: readonly StoredTax[], { currency, total, refunded, excess }: OrderMoney): OrderTaxPart[] {
  const isFullyRefunded = total > 0 && refunded - excess >= total
  return sumTaxes(
    taxes.map(({ base, refundedBase, ...tax }) => ({
      ...tax,
      refunded: isFullyRefunded ? tax.amount : getTaxOfPart(tax.amount, base, refundedBase, currency),
    })),
  )
}

/** Taxes of a sale by code and rate, for display. */
export const namedTaxes = (taxes: readonly TaxPart[]): Tax[] =>
  sumTaxes(taxes).map(({ amount, ...tax }) => ({ ...tax, amount: formatMoney(amount) }))

/** Taxes of an order as text for documents and e-mails, one line each, and a further line for a refunded part. */
export function taxTexts(kernel: Kernel, language: Locale, taxes: readonly OrderTaxPart[], currency: string): string[] {
  const translate = (word: string, { label, rate }: OrderTaxPart, minor: number) =>
    kernel.i18n.t(language, `sales:tax.${word}`, { label, rate: String(rate), amount: formatAmount(minor, currency) })
  return taxes.flatMap((tax) => [
    translate('included', tax, tax.amount),
    ...(tax.refunded > 0 ? [translate('refunded', tax, tax.refunded)] : []),
  ])
}

/** The same for a whole tax statement. */
export const toStatedTaxes = ({ lines, shipping }: TaxStatement): Tax[] => namedTaxes([...lines.flat(), ...shipping])

/** Taxes of an order for display. */
export const namedOrderTaxes = (taxes: readonly StoredTax[], order: OrderMoney): OrderTax[] =>
  refundedTaxes(taxes, order).map(({ amount, refunded, ...tax }) => ({
    ...tax,
    amount: formatMoney(amount),
    refunded: formatMoney(refunded),
  }))
