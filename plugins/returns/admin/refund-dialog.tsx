import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { amountText, Money, notifySuccess, postOnce } from 'stoa/admin'
import { Goods, getName, NumberField, NumberHeads, OrderDialog } from 'stoa/plugins/sales/admin'
import { useMessages } from './messages.ts'
import type { BackDialogProps } from './types.ts'

/** Hundredths of a typed amount, for display; the server computes the binding one. */
const cents = (value: string) => Math.round(Number(value || 0) * 100)
const getAmount = (minor: number) => (minor / 100).toFixed(2)

interface Part {
  quantity: string
  /** Amount typed instead of the value of the units. */
  amount?: string
  keep: boolean
}

interface Props extends BackDialogProps {
  /** Received units by line, to start the refund with. */
  begin?: { return_id: number; units: Record<number, number> } | undefined
}

/** Refund dialog: by units, amount or shipping, with the remaining amount. */
export function RefundDialog({ full, close, done, begin }: Props) {
  const say = useMessages()
  const id = useId()
  const { order } = full
  const open = full.lines.filter((l) => l.refundable > 0 || cents(l.left) > 0)
  const [parts, setParts] = useState<Record<number, Part>>(() =>
    Object.fromEntries(
      open.map((l) => [l.id, { quantity: begin?.units[l.id] ? String(Math.min(begin.units[l.id] ?? 0, l.refundable)) : '', keep: false }]),
    ),
  )
  const [shipping, setShipping] = useState('')
  const [method, setMethod] = useState('original')
  const [reason, setReason] = useState('')
  const set = (line: number, change: Partial<Part>) =>
    setParts({ ...parts, [line]: { ...(parts[line] ?? { quantity: '', keep: false }), ...change } })
  const units = (line: number) => Number(parts[line]?.quantity || 0)
  const worth = (l: (typeof open)[number]) => parts[l.id]?.amount ?? l.worth[Math.min(units(l.id), l.refundable)] ?? '0.00'
  const total = open.reduce((sum, l) => sum + cents(worth(l)), 0) + cents(shipping)
  const left = cents(full.left.amount) - total
  const send = async (key: string) => {
    const lines = open
      .filter((l) => units(l.id) > 0 || cents(parts[l.id]?.amount ?? '') > 0)
      .map((l) => {
        const part = parts[l.id]
        const unsent = l.quantity - l.shipped - l.canceled
        return {
          order_line_id: l.id,
          quantity: units(l.id),
          ...(part?.amount === undefined ? {} : { amount: getAmount(cents(part.amount)) }),
          cancel: part?.keep ? Math.min(units(l.id), unsent) : 0,
        }
      })
    const body = { lines, shipping: getAmount(cents(shipping)), method, reason, ...(begin ? { return_id: begin.return_id } : {}) }
    const made = await postOnce<{ number: string; status: string }>(`order/${order.id}/refund`, body, key)
    notifySuccess(say('refundDone'), made.status === 'pending' ? [made.number, say('waits')] : [made.number])
  }
  return (
    <OrderDialog
      title={say('refundTitle', { number: order.order_number })}
      close={close}
      done={done}
      send={send}
      buttons={[
        {
          name: 'refund',
          label: say('refundNow', { amount: amountText(getAmount(total), order.currency) }),
          blockedBy:
            total <= 0 ? say('enterRefund') : left < 0 ? say('moreThanLeft') : reason.trim() === '' ? say('enterReason') : undefined,
        },
      ]}
    >
      <ul className="order-picks">
        <NumberHeads words={[say('units'), say('amount')]} />
        {open.map((l) => {
          const line = order.lines.find((o) => o.id === l.id)
          if (!line) return null
          const unsent = l.physical && l.quantity - l.shipped - l.canceled > 0
          return (
            <li key={l.id}>
              <Goods line={line} detail={say('leftOf', { amount: amountText(l.left, order.currency) })} />
              <NumberField
                label={`${say('units')}: ${getName(line)}`}
                value={parts[l.id]?.quantity ?? ''}
                onChange={(quantity) => set(l.id, { quantity: String(Math.min(Number(quantity), l.refundable) || '') })}
              />
              <NumberField
                money
                label={`${say('amount')}: ${getName(line)}`}
                value={worth(l)}
                onChange={(amount) => set(l.id, { amount })}
              />
              {unsent && units(l.id) > 0 && (
                <Checkbox
                  className="order-wide"
                  checked={parts[l.id]?.keep ?? false}
                  label={say('notSend')}
                  onChange={(event) => set(l.id, { keep: event.currentTarget.checked })}
                />
              )}
            </li>
          )
        })}
        {cents(full.left.shipping) > 0 && (
          <li>
            <div className="order-item">
              <strong>{say('shippingRefund')}</strong>
              <span className="quiet small">{say('leftOf', { amount: amountText(full.left.shipping, order.currency) })}</span>
            </div>
            <Checkbox
              checked={shipping !== '' && cents(shipping) === cents(full.left.shipping)}
              aria-label={say('shippingRefund')}
              onChange={(event) => setShipping(event.currentTarget.checked ? full.left.shipping : '')}
            />
            <NumberField money label={`${say('amount')}: ${say('shippingRefund')}`} value={shipping} onChange={setShipping} />
          </li>
        )}
      </ul>
      <p className={left < 0 ? 'order-over' : 'quiet'} aria-live="polite">
        {say('leftAfter')} <Money value={getAmount(left)} currency={order.currency} />
      </p>
      <div className="order-fields">
        <FormGroup label={say('method')} labelFor={`${id}-method`}>
          <HTMLSelect
            id={`${id}-method`}
            fill
            value={method}
            onChange={(event) => setMethod(event.target.value)}
            options={['original', 'cash'].map((value) => ({ value, label: say(value as 'cash') }))}
          />
        </FormGroup>
        <FormGroup label={say('reason')} labelFor={`${id}-reason`}>
          <InputGroup id={`${id}-reason`} maxLength={500} value={reason} onValueChange={setReason} />
        </FormGroup>
      </div>
    </OrderDialog>
  )
}
