import { amountText, DocumentCard, DocumentLines, DocumentSums, figureText, useSession } from 'stoa/admin'
import { getDue } from './amount-due.ts'
import { useMessages } from './messages.ts'
import type { FullOrder, Line } from './types.ts'

/** Line amount before its share of the discount, so that lines add up to the subtotal below. */
const getGross = ({ total, discount }: Line): string => (Number(total) + Number(discount)).toFixed(2)

/** The sold items and how the total is made up. */
export function Items({ full }: { full: FullOrder }) {
  const say = useMessages()
  const { order } = full
  const { currency } = order
  const { currency: base } = useSession().manifest.site
  const due = getDue(order)
  const open = Number(due) > 0 && !['canceled', 'refunded'].includes(order.status)
  /** Reductions of a line, with their source if known. */
  const getReductions = (line: Line): string[] => {
    const named = (full.lines.find((l) => l.id === line.id)?.discounts ?? []).filter(({ label }) => label)
    if (named.length > 0) return named.map(({ label, amount }) => say('lessBy', { label, amount: amountText(`-${amount}`, currency) }))
    return Number(line.discount) > 0 ? [say('lessN', { amount: amountText(line.discount, currency) })] : []
  }
  const fate = (line: Line) => {
    const physical = full.lines.find((l) => l.id === line.id)?.physical ?? false
    return [
      physical && line.quantity > line.canceled_quantity && order.status !== 'draft'
        ? say('shippedOf', { done: line.shipped_quantity, all: line.quantity - line.canceled_quantity })
        : '',
      line.canceled_quantity > 0 ? say('canceledN', { count: line.canceled_quantity }) : '',
      line.returned_quantity > 0 ? say('returnedN', { count: line.returned_quantity }) : '',
      Number(line.refunded) > 0 ? say('refundedN', { amount: amountText(line.refunded, currency) }) : '',
      ...getReductions(line),
      line.gift ? say('gift', { reason: line.price_reason }) : line.price_reason ? say('priceBy', { reason: line.price_reason }) : '',
    ].filter(Boolean)
  }
  const some = (value: string) => Number(value) > 0
  return (
    <DocumentCard title={say('items')}>
      <DocumentLines
        label={say('items')}
        currency={currency}
        lines={order.lines.map((line) => ({
          key: line.id,
          name: line.name,
          about: [line.sku, ...line.options.map(({ label, value }) => say('option', { label, value }))].join(' · '),
          fate: fate(line).join(' · '),
          picture: line.image,
          times: (
            <>
              {Number(line.list_unit) > Number(line.unit) && <s className="quiet small">{figureText(line.list_unit, currency)}</s>}
              <span>
                {figureText(line.unit, currency)} × {line.quantity}
              </span>
            </>
          ),
          sum: getGross(line),
        }))}
      />
      <DocumentSums
        currency={currency}
        sums={[
          { label: say('subtotal'), value: order.subtotal },
          // The shipping amount already includes its reductions.
          ...full.adjustments.map(({ label, goods }) => Number(goods) !== 0 && { label: label || say('discount'), value: goods }),
          { label: say('shipping'), value: order.shipping },
          { label: say('total'), value: order.total, tone: 'total' },
          ...full.taxes.map(({ label, rate, amount }) => ({ label: say('tax', { label, rate }), value: amount })),
          some(order.paid) && { label: say('paid'), value: order.paid },
          some(order.refunded) && { label: say('refunded'), value: order.refunded },
          ...full.taxes.map(
            ({ label, rate, refunded }) => some(refunded) && { label: say('taxRefunded', { label, rate }), value: refunded },
          ),
          open && { label: say('due'), value: due, tone: 'due' },
        ]}
      />
      {Number(order.exchange_rate) !== 1 && (
        <p className="quiet small">{say('currency', { currency, rate: `${base} 1 = ${currency} ${Number(order.exchange_rate)}` })}</p>
      )}
    </DocumentCard>
  )
}
