import { api, notifySuccess, useSession } from 'stoa/admin'
import { useState } from 'react'
import { useCall } from '../engine/use-call.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { DigitsField, TextField } from './text-field.tsx'

/** Sets the PIN of the signed-in account; requires the password. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages()
  const { me } = useSession()
  const [pin, setPin] = useState('')
  const [password, setPassword] = useState('')
  const { busy, wrong, call } = useCall()
  const send = () =>
    call(async () => {
      await api('pos/pin', { method: 'PUT', body: { pin, password } })
      notifySuccess(say('pinSet'))
      onClose()
    })
  return (
    <DialogForm
      title={say('ownPin')}
      go={say('pinSave')}
      busy={busy}
      blockedBy={pin.length < 4 ? say('enterPin') : password === '' ? say('enterPassword') : undefined}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      <p className="quiet">{say('pinLead', { name: me.name })}</p>
      <DigitsField label={say('pinNew')} type="password" autoFocus value={pin} onChange={setPin} />
      <TextField label={say('password')} type="password" autoComplete="current-password" value={password} onValueChange={setPassword} />
    </DialogForm>
  )
}
