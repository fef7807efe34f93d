import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import {
  api,
  DayInWords,
  DocumentCard,
  DocumentFacts,
  Money,
  notifyFailure,
  notifySuccess,
  useEscape,
  useInPlace,
  useResource,
  useSession,
  useT,
} from 'stoa/admin'
import type { PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

const methods = ['bank', 'cheque', 'cash', 'card', 'other'] as const

/** Amount due for received items, and payments. */
export function PaymentsCard({ order, mayAdd, done }: { order: PoView; mayAdd: boolean; done: () => void }) {
  const say = useMessages()
  const resource = useResource('supplier_payment')
  const { open, begin, end, button } = useInPlace()
  const payable = ['sent', 'partial_received', 'received', 'abnormal'].includes(order.status)
  if (!resource || (order.payments.length === 0 && !payable && Number(order.due) === 0)) return null
  const { currency } = order
  return (
    <DocumentCard title={say('payments')}>
      <DocumentFacts
        facts={[
          [say('due'), <Money key="due" value={order.due} currency={currency} />],
          [say('paid'), <Money key="paid" value={order.paid} currency={currency} />],
        ]}
      />
      <ul className="doc-papers">
        {order.payments.map((p) => (
          <li key={p.id}>
            <DayInWords value={p.paid_at} /> · <Money value={p.amount} currency={currency} />
            <span className="quiet small">
              {' '}
              {say(p.method as 'bank')} {p.reference}
            </span>
          </li>
        ))}
      </ul>
      {mayAdd && payable && !open && (
        <Button ref={button} size="small" onClick={begin}>
          {say('addPayment')}
        </Button>
      )}
      {open && <Add order={order} close={end} done={done} />}
    </DocumentCard>
  )
}

function Add({ order, close, done }: { order: PoView; close: () => void; done: () => void }) {
  const say = useMessages()
  const { t } = useT()
  const escape = useEscape(close)
  const id = useId()
  const { time_zone: timeZone } = useSession().manifest.site
  const open = Math.max(0, Number(order.due) - Number(order.paid))
  const [payment, setPayment] = useState(() => ({
    amount: open > 0 ? open.toFixed(2) : '',
    method: 'bank',
    reference: '',
    paid_at: new Date().toLocaleDateString('en-CA', { timeZone }),
  }))
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api('supplier_payment', { method: 'POST', body: { po_id: order.id, ...payment } })
      notifySuccess(say('paymentAdded'))
      done()
      close()
    } catch (error) {
      notifyFailure(say('postFail'), error)
      setBusy(false)
    }
  }
  const line = (name: 'amount' | 'reference' | 'paid_at', label: string, type = 'text') => (
    <FormGroup label={label} labelFor={`${id}-${name}`}>
      <InputGroup
        id={`${id}-${name}`}
        autoFocus={name === 'amount'}
        type={type}
        value={payment[name]}
        onValueChange={(next) => setPayment({ ...payment, [name]: next })}
      />
    </FormGroup>
  )
  return (
    <form ref={escape} className="po-pay" onSubmit={(event) => void send(event)}>
      {line('amount', say('amountIn', { currency: order.currency }))}
      <FormGroup label={say('method')} labelFor={`${id}-method`}>
        <HTMLSelect
          id={`${id}-method`}
          fill
          value={payment.method}
          onChange={(event) => setPayment({ ...payment, method: event.target.value })}
          options={methods.map((value) => ({ value, label: say(value) }))}
        />
      </FormGroup>
      {line('reference', say('reference'))}
      {line('paid_at', say('paidAt'), 'date')}
      <div className="po-pay-end">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" intent="primary" loading={busy}>
          {say('addPayment')}
        </Button>
      </div>
    </form>
  )
}
