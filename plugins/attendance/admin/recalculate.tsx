import { Button, Dialog, DialogBody, DialogFooter, FormGroup } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fieldErrors, notifyFailure, notifySuccess, todayIn, useSession } from 'stoa/admin'
import type { Recalculation } from '../api-types.ts'
import { useRangeMessages } from './messages.ts'

/** Above the list of attendance: computes a range of days again. */
export default function RecalculateRange() {
  const say = useRangeMessages()
  const client = useQueryClient()
  const { manifest } = useSession()
  const today = todayIn(manifest.site.time_zone)
  const [isOpen, setOpen] = useState(false)
  const [range, setRange] = useState({ from: `${today.slice(0, 7)}-01`, to: today })
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({})
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setErrors({})
    try {
      const { changed } = await api<Recalculation>('hr_attendance/recalculate', { method: 'POST', body: range })
      await client.invalidateQueries()
      notifySuccess(say('done', { count: changed }))
      setOpen(false)
    } catch (problem) {
      const found = fieldErrors(problem)
      setErrors(found)
      if (Object.keys(found).length === 0) notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<Refresh aria-hidden />} onClick={() => setOpen(true)}>
        {say('confirm')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={say('title')}>
        <DialogBody>
          <p>{say('hint')}</p>
          {(['from', 'to'] as const).map((name) => (
            <FormGroup
              key={name}
              label={say(name)}
              labelFor={`recalculate-${name}`}
              helperText={errors[name]?.join(' ')}
              intent={errors[name] ? 'danger' : 'none'}
            >
              <input
                id={`recalculate-${name}`}
                className="bp6-input"
                type="date"
                value={range[name]}
                onChange={({ target }) => setRange((before) => ({ ...before, [name]: target.value }))}
              />
            </FormGroup>
          ))}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={() => setOpen(false)}>{say('close')}</Button>
              <Button intent="primary" loading={busy} onClick={() => void send()}>
                {say('confirm')}
              </Button>
            </>
          }
        />
      </Dialog>
    </>
  )
}
