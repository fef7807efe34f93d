import { Card } from '@blueprintjs/core'
import { Money } from '../../../../ui-admin/src/kit/index.ts'
import type { PoLine, PoView } from '../../wire.ts'
import { useTexts } from '../texts.ts'

/** What was ordered, how much of it came, and what it comes to. */
export function LinesCard({ order }: { order: PoView }) {
  const say = useTexts()
  const { currency } = order
  const placed = !['draft', 'pending', 'approved', 'rejected'].includes(order.status)
  const sums: [string, string][] = [
    [say('subtotal'), order.subtotal],
    ...(Number(order.discount) > 0 ? [[say('discount'), `-${order.discount}`] as [string, string]] : []),
    ...(Number(order.freight) > 0 ? [[say('freight'), order.freight] as [string, string]] : []),
  ]
  return (
    <Card compact>
      <h2>{say('lines')}</h2>
      <ul className="po-items" aria-label={say('lines')}>
        {order.lines.map((line) => (
          <li key={line.id}>
            <div className="po-item">
              <strong>{[line.name, line.options].filter(Boolean).join(' – ')}</strong>
              <span className="quiet small">{[line.sku, line.supplier_sku].filter(Boolean).join(' · ')}</span>
            </div>
            {placed && <Came line={line} />}
            <div className="po-times num">
              {line.unit_cost} × {line.quantity}
              {Number(line.discount) > 0 && <span className="quiet small">-{line.discount}</span>}
            </div>
            <div className="po-sum">
              <Money value={line.total} currency={currency} />
            </div>
          </li>
        ))}
      </ul>
      <dl className="po-sums">
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="po-total">
          <dt>{say('total')}</dt>
          <dd>
            <Money value={order.total} currency={currency} />
          </dd>
        </div>
      </dl>
      {order.currency !== order.base_currency && (
        <p className="quiet small">{say('inBase', { total: `${order.base_currency} ${order.base_total}`, rate: order.exchange_rate })}</p>
      )}
    </Card>
  )
}

/** "2 of 3", and what else became of the rest. */
function Came({ line }: { line: PoLine }) {
  const say = useTexts()
  const rest = [
    line.rejected > 0 && say('rejectedCount', { count: line.rejected }),
    line.closed > 0 && say('closedCount', { count: line.closed }),
    line.open > 0 && say('openCount', { count: line.open }),
  ].filter(Boolean)
  return (
    <div className="po-came">
      <span className="num">{say('ofOrdered', { came: line.received, ordered: line.quantity })}</span>
      <span className="po-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (line.received / line.quantity) * 100)}%` }} />
      </span>
      {rest.length > 0 && <span className="quiet small">{rest.join(' · ')}</span>}
    </div>
  )
}
