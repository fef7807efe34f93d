import { Card, HTMLTable } from '@blueprintjs/core'
import { Money } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { Order } from './types.ts'

/** What was sold, and how the total came about. */
export function Items({ order }: { order: Order }) {
  const say = useTexts()
  const { currency } = order
  const sums = [
    [say('subtotal'), order.subtotal], ...(order.discount === '0.00' ? [] : [[say('discount'), `-${order.discount}`]]), [say('shipping'), order.shipping],
  ] as [string, string][]
  return (
    <Card compact className="order-items">
      <h2>{say('items')}</h2>
      <HTMLTable className="order-lines">
        <caption className="visually-hidden">{say('items')}</caption>
        <thead><tr><th scope="col">{say('item')}</th><th scope="col" className="end">{say('quantity')}</th><th scope="col" className="end">{say('unit')}</th><th scope="col" className="end">{say('total')}</th></tr></thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <div className="order-item">
                  {line.image ? <img src={`/files/${line.image}?w=160`} alt="" width={44} height={44} loading="lazy" /> : <span className="order-no-picture" aria-hidden />}
                  <span>
                    <strong>{line.name}</strong>
                    <span className="quiet">{[line.sku, ...line.options.map((o) => `${o.label}: ${o.value}`)].join(' · ')}</span>
                  </span>
                </div>
              </td>
              <td className="end num">{line.quantity}</td>
              <td className="end"><Money value={line.unit} currency={currency} /></td>
              <td className="end"><Money value={line.total} currency={currency} /></td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      <dl className="order-sums">
        {sums.map(([label, value]) => <div key={label}><dt>{label}</dt><dd><Money value={value} currency={currency} /></dd></div>)}
        <div className="order-total"><dt>{say('total')}</dt><dd><Money value={order.total} currency={currency} /></dd></div>
        {order.paid !== '0.00' && <div><dt>{say('paid')}</dt><dd><Money value={order.paid} currency={currency} /></dd></div>}
        {order.refunded !== '0.00' && <div><dt>{say('refunded')}</dt><dd><Money value={order.refunded} currency={currency} /></dd></div>}
      </dl>
      {Number(order.exchange_rate) !== 1 && <p className="quiet">{say('currency', { currency, rate: String(Number(order.exchange_rate)) })}</p>}
    </Card>
  )
}
