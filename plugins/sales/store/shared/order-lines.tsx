import { useMoney, useT } from 'stoa/store'
import { fullName } from 'stoa/plugins/people/store'
import { SummaryLine } from './summary-line.tsx'
import { Term } from './term.tsx'
import { DiscountReasons, Reasons, Taxes } from './totals.tsx'
import type { OrderView } from '../../api-types.ts'

/** Lines, totals and delivery of an order. */
export const OrderLines = ({ order }: { order: OrderView }) => {
  const t = useT()
  const money = useMoney()
  return (
    <section className="result-order">
      <h2>{t('sales.result.items')}</h2>
      <ul className="summary-lines">
        {order.lines.map((line, i) => (
          <SummaryLine
            key={`${line.sku}-${i}`}
            image={line.image}
            seed={i}
            name={line.name}
            quantity={line.quantity}
            options={line.options.map((option) => t('shell.pair', option))}
            amount={line.gift ? t('sales.free') : money(line.total, order.currency)}
          >
            <DiscountReasons discounts={line.discounts} currency={order.currency} />
            {line.gift && line.why !== '' && <p className="muted small">{line.why}</p>}
          </SummaryLine>
        ))}
      </ul>
      <dl className="totals">
        <Term label={t('sales.subtotal')}>{money(order.subtotal, order.currency)}</Term>
        {order.discounts.map((off, i) => (
          <Term key={`${off.label} ${i}`} label={off.label || t('sales.discount')}>
            {money(`-${off.amount}`, order.currency)}
          </Term>
        ))}
        {order.shipping_address && (
          <Term label={<Reasons text={order.shipping_title || t('sales.shipping')} reasons={order.off_sending} />}>
            {Number(order.shipping) === 0 ? t('sales.free') : money(order.shipping, order.currency)}
          </Term>
        )}
        <Term label={t('sales.total')} className="total">
          {money(order.total, order.currency)}
        </Term>
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
