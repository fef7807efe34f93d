import { Moment } from 'stoa/admin'
import type { Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Receipt } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'

/** A receipt for 80 mm paper, printed by the browser. */
export function PrintedReceipt({
  till,
  receipt,
}: {
  till: Pick<Till, 'shop' | 'store' | 'header' | 'footer' | 'currency'>
  receipt: Receipt
}) {
  const say = useMessages()
  const figure = useFigures()
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
        <p key={`${label}-${i}`} className="till-line">
          <span>{label}</span>
          <span className="num">{figure(`-${amount}`)}</span>
        </p>
      ))}
      {receipt.collected && receipt.collected.shipping !== '0.00' && (
        <p className="till-line">
          <span>{say('shipping')}</span>
          <span className="num">{figure(receipt.collected.shipping)}</span>
        </p>
      )}
      {receipt.rounding !== '0.00' && (
        <p className="till-line">
          <span>{say('rounding')}</span>
          <span className="num">{figure(`-${receipt.rounding}`)}</span>
        </p>
      )}
      <p className="till-line till-paper-total">
        <span>{say('total')}</span>
        <span className="num">
          {till.currency} {figure(receipt.total)}
        </span>
      </p>
      {(receipt.taxes ?? []).map(({ code, label, rate, amount }) => (
        <p key={`${code} ${label} ${rate}`} className="till-line">
          <span>{say('tax', { label, rate })}</span>
          <span className="num">{figure(amount)}</span>
        </p>
      ))}
      {receipt.collected && receipt.collected.before !== '0.00' && (
        <p className="till-line">
          <span>{say('paidBefore')}</span>
          <span className="num">{figure(receipt.collected.before)}</span>
        </p>
      )}
      {receipt.payments.map((p) => (
        <p key={`${p.method}-${p.amount}-${p.reference}`} className="till-line">
          <span>
            {p.title} {p.reference}
          </span>
          <span className="num">{figure(p.tendered ?? p.amount)}</span>
        </p>
      ))}
      {receipt.change !== '0.00' && (
        <p className="till-line">
          <span>{say('change')}</span>
          <span className="num">{figure(receipt.change)}</span>
        </p>
      )}
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
