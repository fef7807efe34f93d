import { type FormEvent, useState } from 'react'
import { useShop, Timestamp } from 'stoa/store'
import type { OrderView } from '../../api-types.ts'
import type { Acting } from './act.ts'

/** Messages between shop and customer about the order. */
export const Messages = ({ order, acting }: { order: OrderView; acting: Acting }) => {
  const { t, shell } = useShop()
  const [text, setText] = useState('')
  if (!order.may.comment) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await acting.act('comment', { comment: text }, 'sales.order.said')) setText('')
  }
  return (
    <section className="result-order">
      <h2>{t('sales.order.messages')}</h2>
      <ul className="order-messages">
        {order.comments.map((c) => (
          <li key={c.id} className={c.author === 'customer' ? 'is-own' : undefined}>
            <p className="muted small">
              {c.author === 'customer' ? t('sales.order.you') : shell.settings.basic.name} · <Timestamp at={c.at} />
            </p>
            <p className="order-said">{c.body}</p>
          </li>
        ))}
      </ul>
      <form className="order-row" onSubmit={(event) => void send(event)}>
        <label>
          <span>{t('sales.order.write')}</span>
          <textarea rows={2} maxLength={2000} required value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <button type="submit" className="button button-quiet" disabled={acting.busy || text.trim() === ''}>
          {t('sales.order.send')}
        </button>
      </form>
    </section>
  )
}
