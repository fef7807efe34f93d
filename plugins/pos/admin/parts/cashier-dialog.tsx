import { Button, InputGroup, NonIdealState } from '@blueprintjs/core'
import { api, failureLines, notifySuccess } from '#admin'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Cashier, CashierAt } from '../../wire.ts'
import type { Drawer } from '../engine/db.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useTexts } from '../texts.ts'
import { DialogForm } from './dialog-form.tsx'
import { PinDialog } from './pin-dialog.tsx'

interface Props {
  till: MannedTill
  drawer: Drawer
  device: string
  onTake: (cashier: CashierAt | undefined) => Promise<void>
  onClose: () => void
}

const PIN = /^\d{0,8}$/

/** Somebody else takes over the till: their name, their PIN. */
export function CashierDialog({ till, drawer, device, onTake, onClose }: Props) {
  const say = useTexts()
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const [pin, setPin] = useState('')
  const [own, setOwn] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const path = `store/${till.store.id}`
  const { data } = useQuery({
    queryKey: ['pos', 'cashiers', till.store.id],
    queryFn: () => api<{ data: Cashier[] }>(`${path}/cashier`),
  })
  const send = async () => {
    setBusy(true)
    setWrong([])
    try {
      const body = { account_id: chosen, pin, device }
      const taken = await api<CashierAt>(`${path}/session/${drawer.session}/cashier`, { method: 'POST', body })
      await onTake(taken)
      notifySuccess(say('nowSells', { name: taken.me.name }))
      onClose()
    } catch (error) {
      setBusy(false)
      setPin('')
      setWrong(failureLines(error))
    }
  }
  /** Whoever took over has no rights here any more; without network that is so once the next one takes over. */
  const handBack = async () => {
    await api(`${path}/session/${drawer.session}/cashier?device=${device}`, { method: 'DELETE' }).catch(() => undefined)
    await onTake(undefined)
    onClose()
  }
  if (own) return <PinDialog onClose={() => setOwn(false)} />
  return (
    <DialogForm
      title={say('takeOver')}
      go={say('takeOverNow')}
      busy={busy}
      disabled={chosen === undefined || pin.length < 4}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      {data?.data.length === 0 && <NonIdealState title={say('noPins')} />}
      <div className="till-ways" role="group" aria-label={say('cashier')}>
        {data?.data.map((one) => (
          <Button
            key={one.id}
            className="phone-button"
            active={one.id === chosen}
            aria-pressed={one.id === chosen}
            onClick={() => {
              setChosen(one.id)
              document.getElementById(`${id}-pin`)?.focus()
            }}
          >
            {one.name}
          </Button>
        ))}
      </div>
      <div className="till-field">
        <label htmlFor={`${id}-pin`}>{say('pin')}</label>
        <InputGroup
          id={`${id}-pin`}
          size="large"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onValueChange={(typed) => {
            if (PIN.test(typed)) setPin(typed)
          }}
        />
      </div>
      <div className="till-chips">
        {till.cashier !== '' && (
          <Button onClick={() => void handBack()} className="phone-button">
            {say('backToSignedIn')}
          </Button>
        )}
        <Button onClick={() => setOwn(true)} className="phone-button">
          {say('ownPin')}
        </Button>
      </div>
    </DialogForm>
  )
}
