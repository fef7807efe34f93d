import { Button, Callout, Checkbox, FormGroup, Spinner, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { adminPath, api, ApiError, fieldErrors, go, notifyFailure, notifySuccess, postOnce, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { AttendanceView } from '../api-types.ts'
import './attendance.css'
import { useAppealMessages, useMessages } from './messages.ts'

/** The form with which an employee appeals against a day. */
export default function MyAppealScreen() {
  const say = useAppealMessages()
  const sayDay = useMessages()
  const id = Number(location.pathname.split('/').at(-1))
  const day = useAnswer<AttendanceView>(`my/attendance/${id}`)
  const crumbs = [
    { label: sayDay('back'), to: adminPath('my-attendance') },
    { label: day?.work_date ?? '…', to: adminPath(`my-attendance/view/${id}`) },
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
  const picker = useRef<HTMLInputElement>(null)
  const [document, setDocument] = useState<File>()
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
        ...(input.in_time !== '' && { in_time: input.in_time }),
        ...(input.out_time !== '' && { out_time: input.out_time }),
        ...(input.isAccepted && { requested_status: 'present' }),
      }
      await sendAppeal(id, body, document, key)
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
      <FormGroup
        label={say('document')}
        labelInfo={`(${say('optional')})`}
        helperText={errors['document']?.join(' ') ?? say('document_hint')}
        intent={errors['document'] ? 'danger' : 'none'}
      >
        <Button fill size="large" onClick={() => picker.current?.click()}>
          {document?.name ?? say('choose_file')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={say('choose_file')}
          accept="image/*,application/pdf"
          onChange={({ target }) => {
            setDocument(target.files?.[0])
            setKey(crypto.randomUUID())
          }}
        />
      </FormGroup>
      {errors['attendance_id'] ? <Callout intent="danger">{errors['attendance_id'].join(' ')}</Callout> : null}
      <Button type="submit" size="large" intent="primary" loading={busy}>
        {say('send')}
      </Button>
    </form>
  )
}

/** Sends an appeal, with its document as a form. One appeal of a day can be open, so a repeated form adds no second one. */
function sendAppeal(id: number, fields: Readonly<Record<string, string>>, document: File | undefined, key: string): Promise<unknown> {
  const path = `my/attendance/${id}/appeal`
  if (!document) return postOnce(path, fields, key)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('document', document)
  return api(path, { method: 'POST', body })
}
