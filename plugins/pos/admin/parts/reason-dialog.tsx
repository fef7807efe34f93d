import { Button, Checkbox } from '@blueprintjs/core'
import { useSession } from 'stoa/admin'
import { useState, type ReactNode } from 'react'
import { formatMoney, roundAmount } from 'stoa/money'
import { getAmount } from '../engine/amount.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { MoneyField } from './money-field.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  title: string
  label: string
  lead?: ReactNode
  /** Initial amount. */
  amount: string
  reason: string
  /** Base amount in minor units if a percentage may be entered. */
  percentageBase?: number
  /** Reverts the earlier change. */
  reset?: { label: string; run: () => void } | undefined
  /** Additional checkbox. */
  tick?: { label: string; checked: boolean }
  onApply: (amount: string, reason: string, ticked: boolean) => void
  onClose: () => void
}

/** Asks for an amount and a reason: a manual price or a discount. */
export function ReasonDialog({ title, label, lead, amount, reason, percentageBase, reset, tick, onApply, onClose }: Props) {
  const say = useMessages()
  const { currency } = useSession().manifest.site
  const [typed, setTyped] = useState(amount)
  const [typedReason, setTypedReason] = useState(reason)
  const [ticked, setTicked] = useState(tick?.checked ?? false)
  const [wrong, setWrong] = useState(false)
  const send = () => {
    const value = getAmount(typed)
    if (value === undefined || typedReason.trim() === '') return setWrong(true)
    onApply(value, typedReason.trim(), ticked)
  }
  const share = (percent: number) => setTyped(formatMoney(roundAmount(Math.round(((percentageBase ?? 0) * percent) / 100), currency)))
  return (
    <DialogForm
      title={title}
      go={say('apply')}
      wrong={wrong ? [say('needed', { field: getAmount(typed) === undefined ? label : say('reason') })] : []}
      onSend={send}
      onClose={onClose}
    >
      {lead && <p className="quiet">{lead}</p>}
      <MoneyField label={label} value={typed} onChange={setTyped} autoFocus />
      {percentageBase !== undefined && (
        <div className="till-chips" role="group" aria-label={say('percentOff')}>
          {[5, 10, 20].map((percent) => (
            <Button key={percent} onClick={() => share(percent)} className="phone-button">
              {percent}%
            </Button>
          ))}
        </div>
      )}
      <TextField label={say('reason')} value={typedReason} maxLength={200} onValueChange={setTypedReason} />
      {tick && <Checkbox large label={tick.label} checked={ticked} onChange={(event) => setTicked(event.currentTarget.checked)} />}
      {reset && (
        <Button size="large" className="phone-button" onClick={reset.run}>
          {reset.label}
        </Button>
      )}
    </DialogForm>
  )
}
