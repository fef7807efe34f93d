import { Button, InputGroup } from '@blueprintjs/core'
import { api, failureLines, notifySuccess } from 'stoa/admin'
import { useId, useState } from 'react'
import type { MannedTill } from '../engine/use-cashier.ts'
import { getAmount } from '../engine/amount.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { MoneyField } from './money-field.tsx'

const KINDS = ['in', 'out', 'drop'] as const

interface Props {
  till: MannedTill
  device: string
  session: number
  onClose: () => void
}

/** Dialog to put cash into or take cash out of the drawer, with a reason. */
export function CashMovementDialog({ till, device, session, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const field = useId()
  // Idempotency key: a double click is one movement.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<(typeof KINDS)[number]>('in')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const amount = getAmount(typed)
  const send = async () => {
    setBusy(true)
    try {
      const body = { id, kind, amount, reason, device, cashier: till.cashier }
      await api(`store/${till.store.id}/session/${session}/cash`, { method: 'POST', body })
      notifySuccess(say('booked'), [`${say(`cash_${kind}`)} ${figure(amount ?? '')}`])
      onClose()
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
  return (
    <DialogForm
      title={say('cashMove')}
      go={say('book')}
      busy={busy}
      blockedBy={amount === undefined ? say('enterAmount') : reason.trim() === '' ? say('enterReason') : undefined}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      <div className="till-ways" role="group" aria-label={say('cashMove')}>
        {KINDS.map((cashKind) => (
          <Button
            key={cashKind}
            className="phone-button"
            active={cashKind === kind}
            aria-pressed={cashKind === kind}
            onClick={() => setKind(cashKind)}
          >
            {say(`cash_${cashKind}`)}
          </Button>
        ))}
      </div>
      <MoneyField id={`${field}-amount`} label={say('part')} value={typed} onChange={setTyped} autoFocus />
      <div className="till-field">
        <label htmlFor={`${field}-why`}>{say('reason')}</label>
        <InputGroup id={`${field}-why`} size="large" value={reason} maxLength={200} onValueChange={setReason} />
      </div>
    </DialogForm>
  )
}
