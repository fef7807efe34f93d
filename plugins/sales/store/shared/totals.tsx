import { useMoney, useT } from 'stoa/store'
import type { CartView, Tax } from '../../api-types.ts'
import { SummaryLine } from './summary-line.tsx'
import { Term } from './term.tsx'

type CartAdjustment = CartView['adjustments'][number]

/** Reductions of lines, one row each with its reason. The shipping amount already includes its own reductions. */
export const DiscountRows = ({ adjustments, currency }: { adjustments: readonly CartAdjustment[]; currency: string }) => {
  const money = useMoney()
  return adjustments.map(({ kind, code, label, amount, shipping }, i) => {
    const goods = Number(amount) - Number(shipping)
    return goods > 0 ? (
      <Term key={`${kind} ${code ?? label} ${i}`} label={code && !label.includes(code) ? `${label} (${code})` : label}>
        {money((-goods).toFixed(2), currency)}
      </Term>
    ) : null
  })
}

/** A label with the reasons for a reduction. */
export const Reasons = ({ text, reasons }: { text: string; reasons: readonly string[] }) => (
  <>
    {text}
    {reasons.length > 0 && <span className="muted small why">{reasons.join(' · ')}</span>}
  </>
)

interface ShippingProps {
  adjustments: readonly CartAdjustment[]
  shipping: string
  currency: string
}

/** Shipping amount, with the reasons for a reduction. */
export const ShippingRow = ({ adjustments, shipping, currency }: ShippingProps) => {
  const t = useT()
  const money = useMoney()
  const off = adjustments.filter((adjustment) => Number(adjustment.shipping) > 0)
  const full = off.reduce((sum, adjustment) => sum + Number(adjustment.shipping), Number(shipping)).toFixed(2)
  return (
    <Term label={<Reasons text={t('sales.shipping')} reasons={off.map(({ label }) => label)} />}>
      {off.length > 0 && <s className="price-was">{money(full, currency)}</s>}{' '}
      {Number(shipping) === 0 ? t('sales.free') : money(shipping, currency)}
    </Term>
  )
}

/** Taxes included in the total: one row each, with the refunded part. */
export const Taxes = ({ taxes, currency }: { taxes: readonly (Tax & { refunded?: string })[]; currency: string }) => {
  const t = useT()
  const money = useMoney()
  const row = (word: string, { code, label, rate }: Tax, amount: string) => (
    <Term key={`${word} ${code} ${label} ${rate}`} label={t(word, { label, rate })} className="small tax">
      {money(amount, currency)}
    </Term>
  )
  return taxes.flatMap((tax) => [
    row('sales.tax', tax, tax.amount),
    ...(Number(tax.refunded ?? 0) > 0 ? [row('sales.tax_refunded', tax, tax.refunded ?? '')] : []),
  ])
}

/** Free items, below the lines. */
export const Gifts = ({ gifts }: { gifts: CartView['gifts'] }) => {
  const t = useT()
  return gifts.map(({ name, image, quantity, label, options }, i) => (
    <SummaryLine
      key={`${name} ${i}`}
      className="gift-line"
      image={image}
      seed={i}
      name={name}
      quantity={quantity}
      options={options.map(({ value }) => value)}
      amount={t('sales.free')}
    >
      <p className="muted small">{label}</p>
    </SummaryLine>
  ))
}

/** Reasons for the lower price of a line. */
export const DiscountReasons = ({ discounts, currency }: { discounts: readonly { label: string; amount: string }[]; currency: string }) => {
  const t = useT()
  const money = useMoney()
  return discounts.map(({ label, amount }, i) => (
    <p key={`${label} ${i}`} className="small why">
      {t('shell.pair', { label: label || t('sales.discount'), value: money(`-${amount}`, currency) })}
    </p>
  ))
}

/** Hints about a cart, such as the amount missing for a promotion. */
export const Hints = ({ hints }: { hints: readonly string[] }) =>
  hints.length > 0 && (
    <ul className="hints small">
      {hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  )
