import { Button, Callout, Radio, RadioGroup } from '@blueprintjs/core'
import { adminPath, api, Link, useSession } from 'stoa/admin'
import { useState, type SyntheticEvent } from 'react'
import type { OpenSession, Till } from '../../api-types.ts'
import type { Drawer } from '../engine/db.ts'
import { getAmount } from '../engine/amount.ts'
import { useCall } from '../engine/use-call.ts'
import { useMessages } from '../messages.ts'
import { MoneyField } from './money-field.tsx'
import { Problems } from './problems.tsx'

interface Props {
  till: Till
  device: string
  online: boolean
  onOpen: (drawer: Drawer) => Promise<void>
  onRetry: () => void
}

/** Opens a register: selection and opening cash. */
export function OpenTill({ till, device, online, onOpen, onRetry }: Props) {
  const say = useMessages()
  const { manifest } = useSession()
  const usable = till.registers.filter(({ session }) => session?.status !== 'payment_review')
  const [register, setRegister] = useState(usable[0]?.id)
  const [typed, setTyped] = useState('0.00')
  const { busy, wrong, call } = useCall()
  const chosen = till.registers.find((candidate) => candidate.id === register)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!chosen || busy) return
    void call(async () => {
      const opened = await api<OpenSession>(`store/${till.store.id}/session`, {
        method: 'POST',
        body: { register_id: chosen.id, opening_float: getAmount(typed) ?? '0.00', device },
      })
      const { code, name } = chosen
      await onOpen({
        store: till.store.id,
        session: opened.id,
        number: opened.number,
        register: chosen.id,
        code,
        name,
        place: opened.place,
        last: opened.last,
        unused: [],
      })
    })
  }
  if (till.registers.length === 0)
    return (
      <div className="till-open">
        <h2>{say('noRegister')}</h2>
        {manifest.resources['pos_register']?.verbs.includes('create') && (
          <Link to={adminPath(`${manifest.resources['pos_register'].path}/create`)} className="bp6-button bp6-intent-primary bp6-large">
            {say('addRegister')}
          </Link>
        )}
      </div>
    )
  return (
    <form className="till-open" onSubmit={send}>
      <h2>{say('open')}</h2>
      <p className="quiet">{say('openLead')}</p>
      <RadioGroup
        label={say('register')}
        selectedValue={register ?? ''}
        onChange={({ currentTarget }) => setRegister(Number(currentTarget.value))}
      >
        {till.registers.map(({ id: registerId, name, session }) => (
          <Radio key={registerId} value={registerId} disabled={session?.status === 'payment_review'} className="till-register">
            {name}
            {session && <span className="quiet"> · {session.status === 'processing' ? say('isOpen') : say('isCounting')}</span>}
          </Radio>
        ))}
      </RadioGroup>
      {!chosen?.session && <MoneyField label={say('float')} value={typed} onChange={setTyped} autoFocus />}
      {!till.may.open && <Callout intent="warning">{say('mayNotOpen')}</Callout>}
      {!online && (
        <Callout intent="warning">
          {say('offlineOpen')}{' '}
          <Button size="small" onClick={onRetry}>
            {say('retry')}
          </Button>
        </Callout>
      )}
      <Problems lines={wrong} />
      <Button
        size="large"
        intent="primary"
        type="submit"
        className="phone-button"
        loading={busy}
        disabled={!online || !till.may.open || !chosen}
      >
        {chosen?.session ? say('join') : say('open')}
      </Button>
    </form>
  )
}
