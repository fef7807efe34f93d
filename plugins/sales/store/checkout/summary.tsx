import { useState } from 'react'
import { Slots, useMoney, useT } from 'stoa/store'
import type { CheckoutPreview } from '../../api-types.ts'
import { Gifts, Hints, ShippingRow, DiscountRows, Taxes } from '../shared/totals.tsx'
import { SummaryLine } from '../shared/summary-line.tsx'
import { Term } from '../shared/term.tsx'
import { useCart } from '../shared/use-cart.ts'
import { fieldId } from './fields.tsx'
import type { Problems } from './problems.ts'

/** Order summary: beside the form, or collapsed above it on phones. */
export const OrderSummary = ({ preview }: { preview: CheckoutPreview }) => {
  const t = useT()
  const money = useMoney()
  const { currency } = preview
  const { choose, cart: ownCart } = useCart()
  // The preview may be older than the latest choices.
  const cart = {
    ...preview.cart,
    adjustments: ownCart?.adjustments ?? preview.cart.adjustments,
    choices: ownCart?.choices ?? preview.cart.choices,
  }
  // Rendered on the client only, where the width is known.
  const [wide] = useState(() => window.matchMedia('(width >= 960px)').matches)
  return (
    <details className="summary" open={wide}>
      <summary>
        <h2>{t('sales.summary')}</h2>
        <span className="summary-total">{money(preview.total, currency)}</span>
      </summary>
      <ul className="summary-lines">
        {cart.items.map((item) => (
          <SummaryLine
            key={item.id}
            image={item.product.image}
            seed={item.subject_id}
            name={item.product.name}
            quantity={item.quantity}
            options={item.options.map((option) => t('shell.pair', option))}
            amount={money(item.subtotal, cart.currency)}
          >
            {item.problem && <p className="field-problem">{item.problem}</p>}
          </SummaryLine>
        ))}
        <Gifts gifts={preview.gifts} />
      </ul>
      <Slots at="layout.cart" about={{ cart, choose }} />
      <dl className="totals">
        <Term label={t('sales.subtotal')}>{money(preview.subtotal, currency)}</Term>
        <DiscountRows adjustments={preview.adjustments} currency={currency} />
        {preview.needs_shipping && <ShippingRow adjustments={preview.adjustments} shipping={preview.shipping} currency={currency} />}
        <Term label={t('sales.total')} className="total" live>
          {money(preview.total, currency)}
        </Term>
        <Taxes taxes={preview.taxes} currency={currency} />
      </dl>
      <Hints hints={preview.hints} />
      {preview.notices.map((notice) => (
        <p key={notice} className="note">
          {notice}
        </p>
      ))}
    </details>
  )
}

/** Error summary; each entry links to its field. */
export const ProblemSummary = ({ problems }: { problems: Problems }) => {
  const t = useT()
  const entries = Object.entries(problems) as [keyof Problems, string[]][]
  if (entries.length === 0) return null
  return (
    <div className="problem-summary" role="alert" tabIndex={-1} id="checkout-problems">
      <h2>{t('sales.problem.title')}</h2>
      <ul>
        {entries.map(([name, texts]) => (
          <li key={name}>
            {name === '' || name === 'captcha' ? (
              texts.join(' ')
            ) : (
              <a href={`#${fieldId(name)}`}>{t('shell.pair', { label: t(`sales.problem.${name}`), value: texts.join(' ') })}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
