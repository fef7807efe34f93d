import { Button, Callout, Dialog, DialogBody, InputGroup } from '@blueprintjs/core'
import { api, failureLines, notifySuccess } from '#admin'
import { useId, useState, type SyntheticEvent } from 'react'
import { useTexts } from '../texts.ts'
import { amountOf, MoneyField } from './money-field.tsx'

const KINDS = ['in', 'out', 'drop'] as const

/** Puts money into the drawer or takes it out, with the reason why. */
export function CashMove({ store, session, onClose }: { store: number; session: number; onClose: () => void }) {
  const say = useTexts()
  const field = useId()
  // Kept, so that pressing twice is once.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<(typeof KINDS)[number]>('in')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const amount = amountOf(typed)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (amount === undefined || busy) return
    setBusy(true)
    try {
      await api(`store/${store}/session/${session}/cash`, { method: 'POST', body: { id, kind, amount, reason } })
      notifySuccess(say('booked'), [`${say(`cash_${kind}`)} ${amount}`])
      onClose()
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={say('cashMove')} className="till-dialog">
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <div className="till-ways" role="group" aria-label={say('cashMove')}>
            {KINDS.map((one) => (
              <Button key={one} className="phone-button" active={one === kind} aria-pressed={one === kind} onClick={() => setKind(one)}>
                {say(`cash_${one}`)}
              </Button>
            ))}
          </div>
          <MoneyField id={`${field}-amount`} label={say('part')} value={typed} onChange={setTyped} autoFocus />
          <div className="till-field">
            <label htmlFor={`${field}-why`}>{say('reason')}</label>
            <InputGroup id={`${field}-why`} size="large" value={reason} maxLength={200} onValueChange={setReason} />
          </div>
          {wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.join(' ')}
            </Callout>
          )}
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button
            size="large"
            className="phone-button till-main"
            intent="primary"
            type="submit"
            loading={busy}
            disabled={amount === undefined || reason.trim() === ''}
          >
            {say('book')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
