import { InputGroup } from '@blueprintjs/core'
import { api, failureLines, notifySuccess, useSession } from 'stoa/admin'
import { useId, useState } from 'react'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'

const PIN = /^\d{0,8}$/

/** Sets the PIN of the signed-in account; requires the password. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages()
  const id = useId()
  const { me } = useSession()
  const [pin, setPin] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const send = async () => {
    setBusy(true)
    setWrong([])
    try {
      await api('pos/pin', { method: 'PUT', body: { pin, password } })
      notifySuccess(say('pinSet'))
      onClose()
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
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
      <div className="till-field">
        <label htmlFor={`${id}-pin`}>{say('pinNew')}</label>
        <InputGroup
          id={`${id}-pin`}
          size="large"
          type="password"
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          value={pin}
          onValueChange={(typed) => {
            if (PIN.test(typed)) setPin(typed)
          }}
        />
      </div>
      <div className="till-field">
        <label htmlFor={`${id}-password`}>{say('password')}</label>
        <InputGroup
          id={`${id}-password`}
          size="large"
          type="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      </div>
    </DialogForm>
  )
}
