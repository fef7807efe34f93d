import { useState } from 'react'
import { Picture, useMoney, useT } from '../../../../ui-store/src/kit/index.ts'
import type { CheckoutPreview } from '../../wire.ts'
import { fieldId } from './fields.tsx'
import type { Problems } from './problems.ts'

/** What is bought and what it costs, beside the form or folded above it on phones. */
export const OrderSummary = ({ preview }: { preview: CheckoutPreview }) => {
  const t = useT()
  const money = useMoney()
  const { cart, currency } = preview
  // Drawn in the browser only, where it is known whether there is room beside the form.
  const [wide] = useState(() => window.matchMedia('(width >= 960px)').matches)
  const row = (label: string, amount: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{money(amount, currency)}</dd>
    </div>
  )
  return (
    <details className="summary" open={wide}>
      <summary>
        <h2>{t('sales.summary')}</h2>
        <span className="summary-total">{money(preview.total, currency)}</span>
      </summary>
      <ul className="summary-lines">
        {cart.items.map((item) => (
          <li key={item.id}>
            <div className="cart-picture">
              <Picture
                path={item.product.image}
                alt=""
                seed={item.subject_id}
                name={item.product.name}
                sizes="64px"
                width={64}
                height={80}
              />
            </div>
            <div>
              <p>
                {item.product.name} <span className="muted">× {item.quantity}</span>
              </p>
              {item.options.length > 0 && <p className="muted small">{item.options.map(({ value }) => value).join(' · ')}</p>}
              {item.problem && <p className="field-problem">{item.problem}</p>}
            </div>
            <span>{money(item.subtotal)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        {row(t('sales.subtotal'), preview.subtotal)}
        {preview.adjustments.map((off) => (
          <div key={`${off.kind} ${off.code ?? off.label}`}>
            <dt>{off.label}</dt>
            <dd>−{money(off.amount, currency)}</dd>
          </div>
        ))}
        {preview.needs_shipping && row(t('sales.shipping'), preview.shipping)}
        <div className="total">
          <dt>{t('sales.total')}</dt>
          <dd aria-live="polite">{money(preview.total, currency)}</dd>
        </div>
      </dl>
      {preview.notices.map((notice) => (
        <p key={notice} className="note">
          {notice}
        </p>
      ))}
    </details>
  )
}

/** All problems in one place, each a link to its field. */
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
