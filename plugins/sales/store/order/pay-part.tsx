import { useState, type FormEvent } from 'react'
import { announce, failureTexts, notify, type SlotData, Slots, useShop, Timestamp } from 'stoa/store'
import type { OrderView, PaymentAction } from '../../api-types.ts'
import type { Acting, Keys } from './act.ts'

interface Props {
  order: OrderView
  keys: Keys
  acting: Acting
  slots: SlotData
  reload: () => Promise<void>
}

interface Begun {
  payment: { action: PaymentAction }
}

/** Payment section: pay, pay again by another method, or upload a proof of payment. */
export const PayPart = ({ order, keys, acting, slots, reload }: Props) => {
  const { t, call, language } = useShop()
  const [method, setMethod] = useState(order.payment.method || order.payment_methods[0]?.code || '')
  const [busy, setBusy] = useState(false)
  const [post, setPost] = useState<PaymentAction>()
  if (!order.may.pay && !order.may.proof) return null
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { payment } = await call.post<Begun>(`/api/order/${encodeURIComponent(order.order_number)}/pay`, {
        language,
        ...keys,
        payment_method: method,
      })
      const { action } = payment
      if (action.type === 'form_post') setPost(action)
      else if (action.type === 'redirect' || action.type === 'card') location.assign(action.url)
      else await reload()
    } catch (error) {
      notify({ title: t('sales.order.failed'), texts: failureTexts(error), tone: 'danger' })
      announce(t('sales.order.failed'))
    }
    setBusy(false)
  }
  if (post) return <Slots at="payment.step" data={slots} about={{ action: post, auto: true }} />
  // While payment instructions are shown, no other method is offered.
  const waiting = order.payment.action?.type === 'instructions'
  const choice = (
    <form className="order-row" onSubmit={(event) => void pay(event)}>
      <label>
        <span>{t('sales.order.pay_by')}</span>
        <select value={method} onChange={(event) => setMethod(event.target.value)}>
          {order.payment_methods.map(({ code, title }) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-main" disabled={busy}>
        {t('sales.order.pay_now')}
      </button>
    </form>
  )
  return (
    <section className="note order-pay">
      <h2>{t('sales.result.how_to_pay')}</h2>
      {order.payment.message && <p className="order-problem">{order.payment.message}</p>}
      {order.hold_expires_at && (
        <p className="muted small">
          {t('sales.order.held')} <Timestamp at={order.hold_expires_at} />
        </p>
      )}
      {order.payment.action && <Slots at="payment.step" data={slots} about={{ action: order.payment.action }} />}
      {order.may.proof && <Proof acting={acting} />}
      {order.may.pay &&
        order.payment_methods.length > 0 &&
        (waiting ? (
          <details>
            <summary>{t('sales.order.pay_other')}</summary>
            {choice}
          </details>
        ) : (
          choice
        ))}
    </section>
  )
}

/** Upload of a picture or PDF of the transfer. */
const Proof = ({ acting }: { acting: Acting }) => {
  const { t } = useShop()
  const [file, setFile] = useState<File>()
  const [note, setNote] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (file) void acting.send('proof', file, note, 'sales.order.proof_sent')
  }
  return (
    <details>
      <summary>{t('sales.order.proof')}</summary>
      <form className="order-row" onSubmit={send}>
        <label>
          <span>{t('sales.order.proof_file')}</span>
          <input
            type="file"
            accept="image/png,image/jpeg,application/pdf"
            required
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </label>
        <label>
          <span>{t('sales.order.proof_note')}</span>
          <input type="text" maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
        <button type="submit" className="button button-quiet" disabled={acting.busy || !file}>
          {t('sales.order.proof_send')}
        </button>
      </form>
    </details>
  )
}
