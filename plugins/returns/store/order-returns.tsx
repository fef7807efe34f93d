import { type FormEvent, useState } from 'react'
import { useMoney, useShop, Timestamp } from 'stoa/store'
import type { Acting } from 'stoa/plugins/sales/store'
import type { OrderView } from 'stoa/plugins/sales'
import type { MayReturn, ShopperBack, ShopperLineBack } from '../api-types.ts'

/** An order with its returns and returnable units. */
type BackOrder = Omit<OrderView, 'lines'> & ShopperBack & { may: MayReturn; lines: (OrderView['lines'][number] & ShopperLineBack)[] }

interface Props {
  order: BackOrder
  acting: Acting
}

/** Returns and refunds, with the form to request a return. */
export default function BackOfOrder({ about }: { data?: unknown; about?: Props }) {
  const { t } = useShop()
  const money = useMoney()
  if (!about) return null
  const { order, acting } = about
  if (!order.may.return && order.returns.length === 0 && order.refunds.length === 0) return null
  return (
    <section className="result-order">
      <h2>{t('returns.returns')}</h2>
      <ul className="order-parcels">
        {order.returns.map((r) => (
          <li key={r.number}>
            {r.number} · <strong>{r.status_label}</strong>{' '}
            <span className="muted small">
              <Timestamp at={r.at} />
            </span>
            {r.pictures.map((url, n) => (
              <a key={url} href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={t('returns.picture', { number: n + 1 })} width={64} height={64} loading="lazy" />
              </a>
            ))}
            {r.open && <Show number={r.number} acting={acting} />}
          </li>
        ))}
        {order.refunds.map((r) => (
          <li key={r.number}>
            {t('returns.refund')} {money(r.amount, order.currency)} · <strong>{r.status_label}</strong>{' '}
            <span className="muted small">
              <Timestamp at={r.at} />
            </span>
          </li>
        ))}
      </ul>
      {order.may.return && <Ask order={order} acting={acting} />}
    </section>
  )
}

const Ask = ({ order, acting }: Props) => {
  const { t } = useShop()
  const [units, setUnits] = useState<Record<number, number>>({})
  const [note, setNote] = useState('')
  const open = order.lines.filter((l) => l.returnable > 0)
  const lines = open.map((l) => ({ order_line_id: l.id, quantity: units[l.id] ?? 0 })).filter((l) => l.quantity > 0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void acting.act('return', { lines, note }, 'returns.return_sent')
  }
  return (
    <details>
      <summary>{t('returns.return_ask')}</summary>
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
            <span>{t('returns.return_why')}</span>
            <textarea rows={2} maxLength={1000} required value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button type="submit" className="button button-quiet" disabled={acting.busy || lines.length === 0}>
            {t('returns.return_send')}
          </button>
        </div>
      </form>
    </details>
  )
}

/** Upload of a picture of the defect, one at a time. */
const Show = ({ number, acting }: { number: string; acting: Acting }) => {
  const { t } = useShop()
  const [file, setFile] = useState<File>()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!file) return
    void acting.send(`return/${encodeURIComponent(number)}/picture`, file, '', 'returns.picture_sent').then((sent) => {
      if (!sent) return
      form.reset()
      setFile(undefined)
    })
  }
  return (
    <form className="order-row" onSubmit={send}>
      <label>
        <span>{t('returns.picture_add')}</span>
        <input type="file" accept="image/png,image/jpeg" required onChange={(event) => setFile(event.target.files?.[0])} />
      </label>
      <button type="submit" className="button button-quiet" disabled={acting.busy || !file}>
        {t('returns.picture_send')}
      </button>
    </form>
  )
}
