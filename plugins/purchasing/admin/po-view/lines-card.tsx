import { amountText, DocumentCard, DocumentLines, DocumentSums, figureText } from 'stoa/admin'
import type { PoLine, PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Order lines: ordered and received quantities, and amounts. */
export function LinesCard({ order }: { order: PoView }) {
  const say = useMessages()
  const { currency } = order
  const isPlaced = !['draft', 'pending', 'approved', 'rejected'].includes(order.status)
  return (
    <DocumentCard title={say('lines')}>
      <DocumentLines
        label={say('lines')}
        currency={currency}
        lines={order.lines.map((line) => ({
          key: line.id,
          name: [line.name, line.options].filter(Boolean).join(' – '),
          picture: line.image,
          // Many suppliers use the SKU of the shop.
          about: [...new Set([line.sku, line.supplier_sku])].filter(Boolean).join(' · '),
          far: isPlaced && <Came line={line} />,
          times: (
            <>
              {figureText(line.unit_cost, currency)} × {line.quantity}
              {Number(line.discount) > 0 && <span className="quiet small">{figureText(`-${line.discount}`, currency)}</span>}
            </>
          ),
          sum: line.total,
        }))}
      />
      <DocumentSums
        currency={currency}
        sums={[
          { label: say('subtotal'), value: order.subtotal },
          Number(order.discount) > 0 && { label: say('discount'), value: `-${order.discount}` },
          Number(order.freight) > 0 && { label: say('freight'), value: order.freight },
          { label: say('total'), value: order.total, tone: 'total' },
        ]}
      />
      {order.currency !== order.base_currency && (
        <p className="quiet small doc-sums-note">
          {say('inBase', {
            total: amountText(order.base_total, order.base_currency),
            rate: `${order.base_currency} 1 = ${order.currency} ${Number(order.exchange_rate)}`,
          })}
        </p>
      )}
    </DocumentCard>
  )
}

/** Received quantity such as "2 of 3", and what happened to the rest. */
function Came({ line }: { line: PoLine }) {
  const say = useMessages()
  const rest = [
    line.rejected > 0 && say('rejectedCount', { count: line.rejected }),
    line.closed > 0 && say('closedCount', { count: line.closed }),
    line.open > 0 && say('openCount', { count: line.open }),
  ].filter(Boolean)
  return (
    <>
      <span className="num">{say('ofOrdered', { came: line.received, ordered: line.quantity })}</span>
      <span className="po-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (line.received / line.quantity) * 100)}%` }} />
      </span>
      {rest.length > 0 && <span className="quiet small">{rest.join(' · ')}</span>}
    </>
  )
}
