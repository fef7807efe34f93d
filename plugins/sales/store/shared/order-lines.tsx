import { Picture, useMoney, useT } from 'stoa/store'
import { fullName } from 'stoa/plugins/people/store'
import { Taxes, DiscountReasons } from './totals.tsx'
import type { OrderView } from '../../api-types.ts'

/** Lines, totals and delivery of an order. */
export const OrderLines = ({ order }: { order: OrderView }) => {
  const t = useT()
  const money = useMoney()
  const row = (label: string, amount: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{money(amount, order.currency)}</dd>
    </div>
  )
  return (
    <section className="result-order">
      <h2>{t('sales.result.items')}</h2>
      <ul className="summary-lines">
        {order.lines.map((line, i) => (
          <li key={`${line.sku}-${i}`}>
            <div className="cart-picture">
              <Picture path={line.image} alt="" seed={i} name={line.name} sizes="64px" width={64} height={80} />
            </div>
            <div>
              <p>
                {line.name} <span className="muted">× {line.quantity}</span>
              </p>
              {line.options.length > 0 && (
                <p className="muted small">{line.options.map((option) => t('shell.pair', option)).join(' · ')}</p>
              )}
              <DiscountReasons discounts={line.discounts} currency={order.currency} />
              {line.gift && line.why !== '' && <p className="muted small">{line.why}</p>}
            </div>
            <span>{line.gift ? t('sales.free') : money(line.total, order.currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        {row(t('sales.subtotal'), order.subtotal)}
        {order.discounts.map((off, i) => (
          <div key={`${off.label} ${i}`}>
            <dt>{off.label || t('sales.discount')}</dt>
            <dd>{money(`-${off.amount}`, order.currency)}</dd>
          </div>
        ))}
        {order.shipping_address && (
          <div>
            <dt>
              {order.shipping_title || t('sales.shipping')}
              {order.off_sending.length > 0 && <span className="muted small why">{order.off_sending.join(' · ')}</span>}
            </dt>
            <dd>{Number(order.shipping) === 0 ? t('sales.free') : money(order.shipping, order.currency)}</dd>
          </div>
        )}
        <div className="total">
          <dt>{t('sales.total')}</dt>
          <dd>{money(order.total, order.currency)}</dd>
        </div>
        <Taxes taxes={order.taxes} currency={order.currency} />
      </dl>
      {order.shipping_address && (
        <>
          <h2>{t('sales.step.delivery')}</h2>
          <address>
            {fullName(order.shipping_address.first_name, order.shipping_address.last_name)}
            <br />
            <span className="as-typed">{order.shipping_address.address}</span>
            <br />
            {order.shipping_address.contact_number}
          </address>
        </>
      )}
    </section>
  )
}
