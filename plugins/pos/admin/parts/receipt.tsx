import { Moment } from 'stoa/admin'
import type { Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Receipt } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'
import { AmountRow } from './amount-row.tsx'

/** A receipt for 80 mm paper, printed by the browser. */
export function PrintedReceipt({ till, receipt }: { till: Till; receipt: Receipt }) {
  const say = useMessages()
  const figure = useFigures()
  const { collected } = receipt
  return (
    <article className="till-paper" aria-label={receipt.number}>
      <header>
        <strong>{till.shop}</strong>
        <span>{till.store.name}</span>
        {till.store.address && <span>{till.store.address}</span>}
        {till.store.phone && <span>{till.store.phone}</span>}
        {till.header && <span className="till-pre">{till.header}</span>}
      </header>
      <p className="till-line">
        <span>{receipt.number}</span>
        <Moment value={receipt.sold_at} />
      </p>
      <ul>
        {receipt.lines.map((line, i) => (
          <li key={`${line.name}-${i}`}>
            <span>
              {line.name}
              {line.choice && ` (${line.choice})`}
            </span>
            <span className="till-line">
              <span className="num">
                {line.quantity} × {figure(line.unit)}
              </span>
              <span className="num">{figure(line.total)}</span>
            </span>
          </li>
        ))}
      </ul>
      {receipt.off.map(({ label, amount }, i) => (
        <AmountRow key={`${label}-${i}`} label={label} amount={figure(`-${amount}`)} />
      ))}
      {collected && collected.shipping !== '0.00' && <AmountRow label={say('shipping')} amount={figure(collected.shipping)} />}
      {receipt.rounding !== '0.00' && <AmountRow label={say('rounding')} amount={figure(`-${receipt.rounding}`)} />}
      <AmountRow className="till-paper-total" label={say('total')} amount={`${till.currency} ${figure(receipt.total)}`} />
      {(receipt.taxes ?? []).map(({ code, label, rate, amount }) => (
        <AmountRow key={`${code} ${label} ${rate}`} label={say('tax', { label, rate })} amount={figure(amount)} />
      ))}
      {collected && collected.before !== '0.00' && <AmountRow label={say('paidBefore')} amount={figure(collected.before)} />}
      {receipt.payments.map((p) => (
        <AmountRow
          key={`${p.method}-${p.amount}-${p.reference}`}
          label={`${p.title} ${p.reference}`}
          amount={figure(p.tendered ?? p.amount)}
        />
      ))}
      {receipt.change !== '0.00' && <AmountRow label={say('change')} amount={figure(receipt.change)} />}
      <footer>
        {receipt.customer && <span>{receipt.customer}</span>}
        <span>
          {say('cashier')}: {receipt.cashier}
        </span>
        {receipt.order_number && <span>{receipt.order_number}</span>}
        <span className="till-pre">{till.footer || say('notice')}</span>
      </footer>
    </article>
  )
}
