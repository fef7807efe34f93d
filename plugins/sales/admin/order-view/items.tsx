import { Card } from '@blueprintjs/core'
import { fileUrl, Money } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { FullOrder, Line } from './types.ts'

/** A line before its share of the discount, so that lines come to the subtotal below them. */
const grossOf = ({ total, discount }: Line): string => (Number(total) + Number(discount)).toFixed(2)

/** What was sold, and how the total came about. */
export function Items({ full }: { full: FullOrder }) {
  const say = useTexts()
  const { order } = full
  const { currency } = order
  const due = Number(order.total) - Number(order.paid)
  const open = due > 0 && !['canceled', 'refunded'].includes(order.status)
  const fate = (line: Line) => {
    const physical = full.lines.find((l) => l.id === line.id)?.physical ?? false
    return [
      physical && line.quantity > line.canceled_quantity && order.status !== 'draft'
        ? say('shippedOf', { done: line.shipped_quantity, all: line.quantity - line.canceled_quantity })
        : '',
      line.canceled_quantity > 0 ? say('canceledN', { count: line.canceled_quantity }) : '',
      line.returned_quantity > 0 ? say('returnedN', { count: line.returned_quantity }) : '',
      Number(line.refunded) > 0 ? say('refundedN', { amount: line.refunded }) : '',
      Number(line.discount) > 0 ? say('lessN', { amount: line.discount }) : '',
      line.price_reason ? say('priceBy', { reason: line.price_reason }) : '',
    ].filter(Boolean)
  }
  const sums: [label: string, value: string][] = [
    [say('subtotal'), order.subtotal],
    // What is taken off sending stands in what sending costs.
    ...full.adjustments.flatMap(({ label, goods }): [string, string][] => (Number(goods) === 0 ? [] : [[label || say('discount'), goods]])),
    [say('shipping'), order.shipping],
  ]
  return (
    <Card compact className="order-card">
      <h2>{say('items')}</h2>
      <ul className="order-lines" aria-label={say('items')}>
        {order.lines.map((line) => (
          <li key={line.id}>
            {line.image ? (
              <img src={`${fileUrl(line.image)}?w=160`} alt="" width={52} height={52} loading="lazy" />
            ) : (
              <span className="order-no-picture" aria-hidden />
            )}
            <div className="order-item">
              <strong>{line.name}</strong>
              <span className="quiet small">{[line.sku, ...line.options.map((o) => `${o.label}: ${o.value}`)].join(' · ')}</span>
              {fate(line).length > 0 && <span className="small order-fate">{fate(line).join(' · ')}</span>}
            </div>
            <div className="order-times num">
              {Number(line.list_unit) > Number(line.unit) && <s className="quiet small">{line.list_unit}</s>}
              <span>
                {line.unit} × {line.quantity}
              </span>
            </div>
            <div className="order-sum">
              <Money value={grossOf(line)} currency={currency} />
            </div>
          </li>
        ))}
      </ul>
      <dl className="order-sums">
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="order-total">
          <dt>{say('total')}</dt>
          <dd>
            <Money value={order.total} currency={currency} />
          </dd>
        </div>
        {Number(order.paid) > 0 && (
          <div>
            <dt>{say('paid')}</dt>
            <dd>
              <Money value={order.paid} currency={currency} />
            </dd>
          </div>
        )}
        {Number(order.refunded) > 0 && (
          <div>
            <dt>{say('refunded')}</dt>
            <dd>
              <Money value={order.refunded} currency={currency} />
            </dd>
          </div>
        )}
        {open && (
          <div className="order-due">
            <dt>{say('due')}</dt>
            <dd>
              <Money value={due.toFixed(2)} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      {Number(order.exchange_rate) !== 1 && (
        <p className="quiet small">{say('currency', { currency, rate: String(Number(order.exchange_rate)) })}</p>
      )}
    </Card>
  )
}
