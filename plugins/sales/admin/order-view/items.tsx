import { Card } from '@blueprintjs/core'
import { fileUrl, Money } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { Order } from './types.ts'

/** What was sold, and how the total came about. */
export function Items({ order }: { order: Order }) {
  const say = useTexts()
  const { currency } = order
  const due = Number(order.total) - Number(order.paid)
  const open = due > 0 && !['canceled', 'refunded'].includes(order.status)
  const sums: [label: string, value: string][] = [
    [say('subtotal'), order.subtotal],
    ...(Number(order.discount) === 0 ? [] : [[say('discount'), `-${order.discount}`] as [string, string]]),
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
            </div>
            <div className="order-times num">
              {Number(line.list_unit) > Number(line.unit) && <s className="quiet small">{line.list_unit}</s>}
              <span>
                {line.unit} × {line.quantity}
              </span>
            </div>
            <div className="order-sum">
              <Money value={line.total} currency={currency} />
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
