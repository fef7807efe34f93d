import { Button, Card, FormGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fieldErrors, notifyFailure, notifySuccess, useAnswer } from 'stoa/admin'
import type { OwnKioskPin } from '../../api-types.ts'
import { usePinMessages } from './messages.ts'

/** Sets the own kiosk PIN. The stored one is never shown. */
export function KioskPin() {
  const say = usePinMessages()
  const client = useQueryClient()
  const own = useAnswer<OwnKioskPin>('my/kiosk_pin')
  const [isOpen, setOpen] = useState(false)
  const [pin, setPin] = useState('')
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  if (!own) return null
  const close = () => {
    setOpen(false)
    setPin('')
    setErrors([])
  }
  const save = async () => {
    setBusy(true)
    setErrors([])
    try {
      await api<OwnKioskPin>('my/kiosk_pin', { method: 'PUT', body: { pin } })
      notifySuccess(say('done'))
      close()
      await client.invalidateQueries({ queryKey: ['answer'] })
    } catch (problem) {
      const found = fieldErrors(problem)['pin'] ?? []
      setErrors(found)
      if (found.length === 0) notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="kiosk-pin-card">
      <h2 className="card-title">{say('title')}</h2>
      <p className="quiet">{say(own.set_at === null ? 'none_text' : 'set_text')}</p>
      {isOpen ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <FormGroup
            label={say('pin')}
            labelFor="own-kiosk-pin"
            helperText={errors.length > 0 ? errors.join(' ') : say('hint')}
            intent={errors.length > 0 ? 'danger' : 'none'}
          >
            <input
              id="own-kiosk-pin"
              className="bp6-input"
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              aria-invalid={errors.length > 0}
              value={pin}
              onChange={({ target }) => setPin(target.value)}
            />
          </FormGroup>
          <Button type="submit" size="large" intent="primary" loading={busy}>
            {say('save')}
          </Button>{' '}
          <Button size="large" onClick={close}>
            {say('cancel')}
          </Button>
        </form>
      ) : (
        <Button size="large" onClick={() => setOpen(true)}>
          {say(own.set_at === null ? 'set' : 'change')}
        </Button>
      )}
    </Card>
  )
}
