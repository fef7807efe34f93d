import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { ApiError, failureLines, notify, useT } from 'stoa/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import { parseMoney } from 'stoa/money'
import type { Pickup } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { type Payment, type Receipt, receiptOfPickup } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { paidBy, paymentsSent, useTaking } from '../engine/use-payment.ts'
import { useMessages } from '../messages.ts'
import { TakingFields } from './payment-fields.tsx'
import { TillBar } from './till-bar.tsx'

interface Props {
  till: MannedTill
  device: string
  online: boolean
  order: Pickup
  /** The order changed: reload it. */
  onAgain: () => void
  onBack: () => void
  onHanded: (receipt: Receipt) => void
  onClose: () => void
}

/** A pickup order: lines, amount due, and the action to hand it over. */
export function PickupOrder({ till, device, online, order, onAgain, onBack, onHanded, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const { language } = useT()
  const client = useQueryClient()
  const due = parseMoney(order.due)
  const taking = useTaking(till, due)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const hand = async (parts: readonly Payment[]) => {
    // Offline it is unknown whether the order was handed over elsewhere or canceled.
    if (!online) return setWrong([say('needsNetwork')])
    under.current = true
    setBusy(true)
    setWrong([])
    const paid = paidBy(parts)
    const sold_at = new Date().toISOString()
    try {
      const item = await finish({
        store: till.store.id,
        device,
        path: `pickup/${order.id}/hand_over?language=${language}`,
        receipt: receiptOfPickup(order, paid, { sold_at, cashier: till.me.name }),
        body: { cashier: till.cashier, sold_at, due: order.due, payments: paymentsSent(paid) },
      })
      const result = await sendNow(item)
      await client.invalidateQueries({ queryKey: ['pos', 'pickup', till.store.id] })
      if (result) return onHanded({ ...item.receipt, id: result.id })
      notify({ intent: 'warning', title: say('returnWaits') })
      onClose()
    } catch (error) {
      under.current = false
      setBusy(false)
      setWrong(error instanceof ApiError ? failureLines(error) : [String(error)])
      if (error instanceof ApiError && error.code === 'TOTAL_CHANGED') onAgain()
    }
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const parts = under.current ? undefined : taking.take()
    if (parts) void hand(parts)
  }
  const { last, amount, given, open } = taking
  return (
    <Dialog
      isOpen
      onClose={onClose}
      canOutsideClickClose={false}
      title={say('pickup')}
      className={`till-dialog is-wide is-pickup ${due > 0 ? 'has-due' : ''}`}
    >
      <form onSubmit={send}>
        <DialogBody>
          <div className="till-pickup-head">
            <span>
              <strong>{order.name || order.email}</strong>
              <span className="quiet">{[say('pickupOf', { number: order.number }), order.phone].filter(Boolean).join(' · ')}</span>
            </span>
            <Button
              variant="minimal"
              size="large"
              icon={<ArrowLeft aria-hidden />}
              text={say('pickupAnother')}
              disabled={busy}
              onClick={onBack}
            />
          </div>
          <div className="till-pickup-body">
            <div>
              <Goods order={order} />
              {order.note && <Callout icon={false}>{order.note}</Callout>}
              {order.status === 'payment_review' && (
                <Callout intent="warning" icon={false}>
                  {say('pickupReview')}
                </Callout>
              )}
            </div>
            {due > 0 && (
              <div>
                <TakingFields till={till} taking={taking} />
              </div>
            )}
          </div>
          {online && wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Callout>
          )}
        </DialogBody>
        <TillBar
          go={due === 0 ? say('handOver') : say(last ? 'handOverTake' : 'take', { amount: figure(amount) })}
          intent={last ? 'success' : 'primary'}
          autoFocus={due === 0}
          busy={busy}
          isLocked={busy}
          blockedBy={online ? (open > 0 && given <= 0 ? say('enterAmount') : undefined) : say('needsNetwork')}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Lines, total and paid amount. */
function Goods({ order }: { order: Pickup }) {
  const say = useMessages()
  const figure = useFigures()
  const row = (label: string, value: string, key = label) => (
    <p key={key} className="till-line">
      <span>{label}</span>
      <span className="num">{figure(value)}</span>
    </p>
  )
  return (
    <div className="till-pickup-goods">
      <ul>
        {order.lines.map((line, i) => (
          <li key={`${line.sku}-${i}`} className={line.left === 0 ? 'quiet' : undefined}>
            <span>
              <b className="num">{line.quantity} ×</b> {line.name} {line.choice && <span className="quiet">{line.choice}</span>}
              {line.left < line.quantity && <small className="quiet"> {say('pickupLeft', { count: line.left, all: line.quantity })}</small>}
            </span>
            <span className="num">{figure(line.total)}</span>
          </li>
        ))}
      </ul>
      {order.discounts.map(({ label, amount }, i) => row(label, `-${amount}`, `${label}-${i}`))}
      {order.shipping !== '0.00' && row(say('shipping'), order.shipping)}
      <p className="till-line is-total">
        <span>{say('total')}</span>
        <span className="num">
          {order.currency} {figure(order.total)}
        </span>
      </p>
      {order.paid !== '0.00' && row(say('paidBefore'), order.paid)}
    </div>
  )
}
