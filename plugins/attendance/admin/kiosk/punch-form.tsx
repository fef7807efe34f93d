import { Button, Callout, FormGroup } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError, failureLines } from 'stoa/admin'
import type { KioskPunch } from '../../api-types.ts'
import { useKioskMessages } from './messages.ts'

/** How long the confirmation of a punch stays, in milliseconds. */
const CONFIRM_MS = 5_000
/** After this time without input the fields are cleared, in milliseconds: a PIN must not stay on a shared screen. */
const IDLE_MS = 30_000

const BLANK = { staffNo: '', pin: '' } as const

type Direction = 'in' | 'out'

/** Staff number, PIN and the two buttons; afterwards the confirmation with name and time. */
export function PunchForm({ onUnpaired, isOffline }: { onUnpaired: () => Promise<unknown>; isOffline: boolean }) {
  const say = useKioskMessages()
  const first = useRef<HTMLInputElement>(null)
  const pinInput = useRef<HTMLInputElement>(null)
  const [{ staffNo, pin }, setEntry] = useState<{ staffNo: string; pin: string }>(BLANK)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<Direction>()
  const [done, setDone] = useState<KioskPunch & { requested: Direction }>()
  useEffect(() => {
    if (!done) return first.current?.focus()
    const timer = setTimeout(() => setDone(undefined), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [done])
  useEffect(() => {
    if (staffNo === '' && pin === '') return undefined
    const timer = setTimeout(() => {
      setEntry(BLANK)
      setProblem('')
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [staffNo, pin])
  const punch = async (direction: Direction) => {
    if (busy) return
    if (staffNo.trim() === '' || pin === '') return setProblem(say('missing'))
    setBusy(direction)
    setProblem('')
    try {
      const punched = await api<KioskPunch>('kiosk/punch', { method: 'POST', body: { staff_no: staffNo, pin, direction } })
      setEntry(BLANK)
      setDone({ ...punched, requested: direction })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'KIOSK_UNPAIRED') return await onUnpaired()
      setProblem(error instanceof ApiError && error.status === 0 ? say('offline') : failureLines(error).join(' '))
      setEntry({ staffNo, pin: '' })
      pinInput.current?.focus()
    } finally {
      setBusy(undefined)
    }
    return undefined
  }
  if (done) return <Confirmation punch={done} requested={done.requested} onNext={() => setDone(undefined)} />
  return (
    <form className="kiosk-form" noValidate onSubmit={(event) => event.preventDefault()}>
      <p className="quiet">{say('direction_hint')}</p>
      <FormGroup label={say('staff_no')} labelFor="kiosk-staff-no">
        <input
          id="kiosk-staff-no"
          ref={first}
          className="bp6-input"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={staffNo}
          onChange={({ target }) => setEntry({ staffNo: target.value, pin })}
        />
      </FormGroup>
      <FormGroup label={say('pin')} labelFor="kiosk-pin">
        <input
          id="kiosk-pin"
          ref={pinInput}
          className="bp6-input kiosk-pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          onChange={({ target }) => setEntry({ staffNo, pin: target.value })}
        />
      </FormGroup>
      {problem === '' ? null : (
        <Callout intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <div className="kiosk-buttons">
        {(['in', 'out'] as const).map((direction) => (
          <Button
            key={direction}
            className="kiosk-button"
            intent={direction === 'in' ? 'primary' : 'warning'}
            loading={busy === direction}
            disabled={isOffline || (busy !== undefined && busy !== direction)}
            onClick={() => void punch(direction)}
          >
            {say(direction)}
          </Button>
        ))}
      </div>
    </form>
  )
}

function Confirmation({ punch, requested, onNext }: { punch: KioskPunch; requested: Direction; onNext: () => void }) {
  const say = useKioskMessages()
  const isRepeat = punch.direction !== requested
  return (
    <div className="kiosk-form kiosk-done" data-direction={punch.direction}>
      <div role="status">
        <h1>{punch.name}</h1>
        <p className="kiosk-result">{say(`${isRepeat ? 'already' : 'done'}_${punch.direction}`, { time: punch.time })}</p>
      </div>
      <Button className="kiosk-button" onClick={onNext}>
        {say('next')}
      </Button>
    </div>
  )
}
