import { api, notifySuccess } from 'stoa/admin'
import { useState } from 'react'
import type { MannedTill } from '../engine/use-cashier.ts'
import { getAmount } from '../engine/amount.ts'
import { useFigures } from '../engine/figures.ts'
import { useCall } from '../engine/use-call.ts'
import { useMessages } from '../messages.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { DialogForm } from './dialog-form.tsx'
import { MoneyField } from './money-field.tsx'
import { TextField } from './text-field.tsx'

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
  // Idempotency key: a double click is one movement.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<(typeof KINDS)[number]>('in')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const { busy, wrong, call } = useCall()
  const amount = getAmount(typed)
  const send = () =>
    call(async () => {
      const body = { id, kind, amount, reason, device, cashier: till.cashier }
      await api(`store/${till.store.id}/session/${session}/cash`, { method: 'POST', body })
      notifySuccess(say('booked'), [`${say(`cash_${kind}`)} ${figure(amount ?? '')}`])
      onClose()
    })
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
      <ChoiceButtons
        label={say('cashMove')}
        options={KINDS.map((value) => ({ value, text: say(`cash_${value}`) }))}
        chosen={kind}
        onChoose={setKind}
      />
      <MoneyField label={say('part')} value={typed} onChange={setTyped} autoFocus />
      <TextField label={say('reason')} value={reason} maxLength={200} onValueChange={setReason} />
    </DialogForm>
  )
}
