import { type FormEvent, useState } from 'react'
import { useMoney, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { OrderView } from '../../wire.ts'
import { When } from '../shared/when.tsx'
import type { Acting } from './act.ts'

/** What comes back and what was given back, and the form to ask for a return. */
export const ReturnPart = ({ order, acting }: { order: OrderView; acting: Acting }) => {
  const { t } = useShop()
  const money = useMoney()
  if (!order.may.return && order.returns.length === 0 && order.refunds.length === 0) return null
  return (
    <section className="result-order">
      <h2>{t('sales.order.returns')}</h2>
      <ul className="order-parcels">
        {order.returns.map((r) => (
          <li key={r.number}>
            {r.number} · <strong>{r.status_label}</strong>{' '}
            <span className="muted small">
              <When at={r.at} />
            </span>
          </li>
        ))}
        {order.refunds.map((r) => (
          <li key={r.number}>
            {t('sales.order.refund')} {money(r.amount, order.currency)} · <strong>{r.status_label}</strong>{' '}
            <span className="muted small">
              <When at={r.at} />
            </span>
          </li>
        ))}
      </ul>
      {order.may.return && <Ask order={order} acting={acting} />}
    </section>
  )
}

const Ask = ({ order, acting }: { order: OrderView; acting: Acting }) => {
  const { t } = useShop()
  const [units, setUnits] = useState<Record<number, number>>({})
  const [note, setNote] = useState('')
  const open = order.lines.filter((l) => l.returnable > 0)
  const lines = open.map((l) => ({ order_line_id: l.id, quantity: units[l.id] ?? 0 })).filter((l) => l.quantity > 0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void acting.act('return', { lines, note }, 'sales.order.return_sent')
  }
  return (
    <details>
      <summary>{t('sales.order.return_ask')}</summary>
      <form onSubmit={send}>
        {open.map((l) => (
          <div key={l.id} className="order-row">
            <label>
              <span>{l.name}</span>
              <select value={units[l.id] ?? 0} onChange={(event) => setUnits({ ...units, [l.id]: Number(event.target.value) })}>
                {Array.from({ length: Math.min(l.returnable, 99) + 1 }, (_, n) => (
                  <option key={n} value={n}>
                    {n}
                  </option>
                ))}
              </select>
            </label>
          </div>
        ))}
        <div className="order-row">
          <label>
            <span>{t('sales.order.return_why')}</span>
            <textarea rows={2} maxLength={1000} required value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button type="submit" className="button button-quiet" disabled={acting.busy || lines.length === 0}>
            {t('sales.order.return_send')}
          </button>
        </div>
      </form>
    </details>
  )
}
