import { Picture, useMoney, useT } from 'stoa/store'
import type { CartView, Tax } from '../../api-types.ts'

type CartAdjustment = CartView['adjustments'][number]

/** Reductions of lines, one row each with its reason. The shipping amount already includes its own reductions. */
export const DiscountRows = ({ adjustments, currency }: { adjustments: readonly CartAdjustment[]; currency: string }) => {
  const money = useMoney()
  return adjustments.map(({ kind, code, label, amount, shipping }, i) => {
    const goods = Number(amount) - Number(shipping)
    return goods > 0 ? (
      <div key={`${kind} ${code ?? label} ${i}`}>
        <dt>{code && !label.includes(code) ? `${label} (${code})` : label}</dt>
        <dd>{money((-goods).toFixed(2), currency)}</dd>
      </div>
    ) : null
  })
}

/** Shipping amount, with the reasons for a reduction. */
export const ShippingRow = ({
  adjustments,
  shipping,
  currency,
}: {
  adjustments: readonly CartAdjustment[]
  shipping: string
  currency: string
}) => {
  const t = useT()
  const money = useMoney()
  const off = adjustments.filter((adjustment) => Number(adjustment.shipping) > 0)
  const full = off.reduce((sum, adjustment) => sum + Number(adjustment.shipping), Number(shipping)).toFixed(2)
  return (
    <div>
      <dt>
        {t('sales.shipping')}
        {off.length > 0 && <span className="muted small why">{off.map(({ label }) => label).join(' · ')}</span>}
      </dt>
      <dd>
        {off.length > 0 && <s className="price-was">{money(full, currency)}</s>}{' '}
        {Number(shipping) === 0 ? t('sales.free') : money(shipping, currency)}
      </dd>
    </div>
  )
}

/** Taxes included in the total: one row each, with the refunded part. */
export const Taxes = ({ taxes, currency }: { taxes: readonly (Tax & { refunded?: string })[]; currency: string }) => {
  const t = useT()
  const money = useMoney()
  const row = (word: string, { code, label, rate }: Tax, amount: string) => (
    <div key={`${word} ${code} ${label} ${rate}`} className="small tax">
      <dt>{t(word, { label, rate })}</dt>
      <dd>{money(amount, currency)}</dd>
    </div>
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
    <li key={`${name} ${i}`} className="gift-line">
      <div className="cart-picture">
        <Picture path={image} alt="" seed={i} name={name} sizes="64px" width={64} height={80} />
      </div>
      <div>
        <p>
          {name} <span className="muted">× {quantity}</span>
        </p>
        {options.length > 0 && <p className="muted small">{options.map(({ value }) => value).join(' · ')}</p>}
        <p className="muted small">{label}</p>
      </div>
      <span>{t('sales.free')}</span>
    </li>
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
