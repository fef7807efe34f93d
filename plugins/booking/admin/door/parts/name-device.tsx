import { InputGroup } from '@blueprintjs/core'
import { type SyntheticEvent, useId, useState } from 'react'
import { t, useSession } from 'stoa/admin'
import { useMessages } from '../../messages.ts'
import { PhoneButton } from './phone-button.tsx'

/** Names the device, so that other devices can show which one checked a guest in. */
export function NameDevice({ onName }: { onName: (name: string) => Promise<void> }) {
  const say = useMessages()
  const { me } = useSession()
  const id = useId()
  const [name, setName] = useState(say('doorPhoneOf', { name: me.name }).slice(0, 60))
  const [busy, setBusy] = useState(false)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    void onName(name.trim()).finally(() => setBusy(false))
  }
  return (
    <form className="door-form" onSubmit={send}>
      <label htmlFor={id}>{say('doorName')}</label>
      <InputGroup id={id} fill size="large" value={name} maxLength={60} autoComplete="off" onValueChange={setName} />
      <p className="quiet small">{say('doorNameHint')}</p>
      <PhoneButton type="submit" fill intent="primary" loading={busy} blockedBy={name.trim() === '' ? t('blocked.name') : undefined}>
        {say('doorBegin')}
      </PhoneButton>
    </form>
  )
}
