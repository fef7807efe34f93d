import { Button, Callout, Checkbox, FormGroup, Spinner, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { adminPath, ApiError, fieldErrors, go, notifyFailure, notifySuccess, postOnce, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { AttendanceView } from '../api-types.ts'
import './attendance.css'
import { useAppealMessages, useMessages } from './messages.ts'

/** The form with which an employee appeals against a day. */
export default function MyAppealScreen() {
  const say = useAppealMessages()
  const sayDay = useMessages()
  const id = Number(location.pathname.split('/').at(-1))
  const crumbs = [
    { label: sayDay('back'), to: adminPath('my-attendance') },
    { label: `#${id}`, to: adminPath(`my-attendance/view/${id}`) },
  ]
  return (
    <SelfService title={say('title')} crumbs={crumbs}>
      {() => <AppealForm id={id} />}
    </SelfService>
  )
}

function AppealForm({ id }: { id: number }) {
  const say = useAppealMessages()
  const sayDay = useMessages()
  const client = useQueryClient()
  const day = useAnswer<AttendanceView>(`my/attendance/${id}`)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [input, setInput] = useState({ in_time: '', out_time: '', isAccepted: false, reason: '' })
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({})
  const [busy, setBusy] = useState(false)
  if (!day) return <Spinner />
  if (day.obstacle !== null) return <Callout intent="warning">{sayDay(`obstacle_${day.obstacle}`)}</Callout>
  const change = (part: Partial<typeof input>) => setInput((before) => ({ ...before, ...part }))
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = {
        reason: input.reason,
        in_time: input.in_time === '' ? null : input.in_time,
        out_time: input.out_time === '' ? null : input.out_time,
        requested_status: input.isAccepted ? 'present' : null,
      }
      await postOnce(`my/attendance/${id}/appeal`, body, key)
      notifySuccess(say('sent'))
      await client.invalidateQueries({ queryKey: ['answer'] })
      go(adminPath(`my-attendance/view/${id}`))
    } catch (problem) {
      if (problem instanceof ApiError) setKey(crypto.randomUUID())
      const found = fieldErrors(problem)
      setErrors(found)
      if (Object.keys(found).length === 0) notifyFailure(sayDay('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  const times = [
    ['in_time', say('in')],
    ['out_time', say('out')],
  ] as const
  return (
    <form className="attendance attendance-form" onSubmit={(event) => void send(event)}>
      <h2>{say('day', { date: day.work_date })}</h2>
      <p className="quiet">
        {day.shift ?? sayDay('no_shift')} · {day.start_time ?? '–'} – {day.end_time ?? '–'} · {sayDay('in')} {day.in_time ?? '–'} ·{' '}
        {sayDay('out')} {day.out_time ?? '–'}
      </p>
      {times.map(([name, label]) => (
        <FormGroup
          key={name}
          label={label}
          labelFor={`appeal-${name}`}
          helperText={errors[name]?.join(' ') ?? say('keep')}
          intent={errors[name] ? 'danger' : 'none'}
        >
          <input
            id={`appeal-${name}`}
            className="bp6-input"
            type="time"
            value={input[name]}
            aria-invalid={errors[name] !== undefined}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </FormGroup>
      ))}
      <Checkbox
        size="large"
        label={say('accept')}
        checked={input.isAccepted}
        onChange={({ target }) => change({ isAccepted: (target as HTMLInputElement).checked })}
      />
      <FormGroup
        label={say('reason')}
        labelFor="appeal-reason"
        helperText={errors['reason']?.join(' ')}
        intent={errors['reason'] ? 'danger' : 'none'}
      >
        <TextArea
          id="appeal-reason"
          fill
          autoResize
          maxLength={1_000}
          required
          value={input.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </FormGroup>
      {errors['attendance_id'] ? <Callout intent="danger">{errors['attendance_id'].join(' ')}</Callout> : null}
      <Button type="submit" size="large" intent="primary" loading={busy}>
        {say('send')}
      </Button>
    </form>
  )
}
