import { Button, Callout } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { ApiError, notify, useT } from 'stoa/admin'
import { useQueryClient } from '@tanstack/react-query'
import { parseMoney } from 'stoa/money'
import type { Pickup } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { type Payment, type Receipt, receiptOfPickup } from '../engine/ticket.ts'
import { useCall } from '../engine/use-call.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { paidBy, paymentsSent, useTaking } from '../engine/use-payment.ts'
import { useMessages } from '../messages.ts'
import { AmountRow } from './amount-row.tsx'
import { DialogForm } from './dialog-form.tsx'
import { TakingFields } from './payment-fields.tsx'

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
  const { busy, wrong, call } = useCall()
  const hand = async (parts: readonly Payment[]) => {
    const paid = paidBy(parts)
    const sold_at = new Date().toISOString()
    const error = await call(async () => {
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
    })
    if (error instanceof ApiError && error.code === 'TOTAL_CHANGED') onAgain()
  }
  const send = () => {
    const parts = taking.take()
    if (parts) void hand(parts)
  }
  const { last, amount, given, open } = taking
  const unpaid = open > 0 && given <= 0 ? say('enterAmount') : undefined
  return (
    <DialogForm
      title={say('pickup')}
      wide
      stays
      locks
      className={`is-pickup ${due > 0 ? 'has-due' : ''}`}
      go={due === 0 ? say('handOver') : say(last ? 'handOverTake' : 'take', { amount: figure(amount) })}
      intent={last ? 'success' : 'primary'}
      autoFocus={due === 0}
      busy={busy}
      // Offline it is unknown whether the order was handed over elsewhere or canceled.
      blockedBy={online ? unpaid : say('needsNetwork')}
      wrong={online ? wrong : []}
      onSend={send}
      onClose={onClose}
    >
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
    </DialogForm>
  )
}

/** Lines, total and paid amount. */
function Goods({ order }: { order: Pickup }) {
  const say = useMessages()
  const figure = useFigures()
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
      {order.discounts.map(({ label, amount }, i) => (
        <AmountRow key={`${label}-${i}`} label={label} amount={figure(`-${amount}`)} />
      ))}
      {order.shipping !== '0.00' && <AmountRow label={say('shipping')} amount={figure(order.shipping)} />}
      <AmountRow className="is-total" label={say('total')} amount={`${order.currency} ${figure(order.total)}`} />
      {order.paid !== '0.00' && <AmountRow label={say('paidBefore')} amount={figure(order.paid)} />}
    </div>
  )
}
