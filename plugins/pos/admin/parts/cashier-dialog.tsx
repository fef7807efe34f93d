import { Button } from '@blueprintjs/core'
import { api, notifySuccess } from 'stoa/admin'
import { useState } from 'react'
import type { CashierAt } from '../../api-types.ts'
import type { Drawer } from '../engine/db.ts'
import { useCall } from '../engine/use-call.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { isComplete, type PersonByPin, PersonByPinFields } from './person-by-pin.tsx'
import { PinDialog } from './pin-dialog.tsx'

interface Props {
  till: MannedTill
  drawer: Drawer
  device: string
  onTake: (cashier: CashierAt | undefined) => Promise<void>
  onClose: () => void
}

/** PIN sign-in of another cashier. */
export function CashierDialog({ till, drawer, device, onTake, onClose }: Props) {
  const say = useMessages()
  const [person, setPerson] = useState<PersonByPin>({ pin: '' })
  const [isChangingPin, setIsChangingPin] = useState(false)
  const { busy, wrong, call } = useCall()
  const path = `store/${till.store.id}/session/${drawer.session}/cashier`
  const send = async () => {
    const error = await call(async () => {
      const body = { account_id: person.id, pin: person.pin, device }
      const cashierAt = await api<CashierAt>(path, { method: 'POST', body })
      await onTake(cashierAt)
      notifySuccess(say('nowSells', { name: cashierAt.me.name }))
      onClose()
    })
    if (error) setPerson({ ...person, pin: '' })
  }
  /** Ends the cashier's permissions on this device; offline that takes effect with the next sign-in. */
  const handBack = async () => {
    await api(`${path}?device=${device}`, { method: 'DELETE' }).catch(() => undefined)
    await onTake(undefined)
    onClose()
  }
  if (isChangingPin) return <PinDialog onClose={() => setIsChangingPin(false)} />
  return (
    <DialogForm
      title={say('takeOver')}
      go={say('takeOverNow')}
      busy={busy}
      blockedBy={isComplete(person) ? undefined : say('enterPerson')}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      <PersonByPinFields store={till.store.id} value={person} onChange={setPerson} />
      <div className="till-chips">
        {till.cashier !== '' && (
          <Button onClick={() => void handBack()} className="phone-button">
            {say('backToSignedIn')}
          </Button>
        )}
        <Button onClick={() => setIsChangingPin(true)} className="phone-button">
          {say('ownPin')}
        </Button>
      </div>
    </DialogForm>
  )
}
