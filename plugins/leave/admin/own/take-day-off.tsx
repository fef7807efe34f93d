import { Button, Callout, FormGroup, HTMLSelect, Spinner, TextArea } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { adminPath, api, failureLines, go, notifySuccess, postOnce, useAnswer, useDebounced } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { LeavePreview, OwnLeave, OwnLeaveTypes } from '../../api-types.ts'
import { useDaysText, useMessages } from '../messages.ts'
import { DateFields } from './date-fields.tsx'
import { Preview } from './preview.tsx'
import { emptyRequest, type RequestValues, toRequestFields } from './request-form.ts'
import '../leave.css'

/** Self-service: a request for leave. It shows what the leave costs before it is submitted. */
export default function TakeDayOffScreen() {
  const say = useMessages()
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_leaves'), to: adminPath('my-leaves') },
  ]
  return (
    <SelfService title={say('take_day_off')} crumbs={crumbs}>
      {() => <RequestForm />}
    </SelfService>
  )
}

function RequestForm() {
  const say = useMessages()
  const types = useAnswer<OwnLeaveTypes>('my/leave/type')
  if (!types) return <Spinner aria-label={say('loading')} />
  return types.data.length === 0 ? <p className="quiet">{say('no_types')}</p> : <Form types={types.data} />
}

/** What the chosen values cost; undefined while they are incomplete. */
function usePreview(fields: Record<string, string> | undefined, hasDocument: boolean) {
  const query = useDebounced(
    fields === undefined ? '' : new URLSearchParams({ ...fields, has_document: String(hasDocument) }).toString(),
    250,
  )
  const { data, error } = useQuery({
    queryKey: ['answer', 'my/leave/preview', query],
    queryFn: ({ signal }) => api<LeavePreview>(`my/leave/preview?${query}`, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { preview: query === '' ? undefined : data, error }
}

function Form({ types }: { types: OwnLeaveTypes['data'] }) {
  const say = useMessages()
  const daysText = useDaysText()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState<RequestValues>({ ...emptyRequest, type_id: types.length === 1 ? (types[0]?.id ?? 0) : 0 })
  const [document, setDocument] = useState<File>()
  // A new key for every change: only a retry of the same request is the same request.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const type = types.find(({ id }) => id === values.type_id)
  const fields = toRequestFields(values)
  const { preview, error } = usePreview(fields, document !== undefined)

  const labels: Record<string, string> = {
    type_id: say('type'),
    start_date: say('start_date'),
    end_date: say('end_date'),
    start_half: say('start_half'),
    end_half: say('end_half'),
    hours: say('hours'),
    reason: say('reason'),
    document: say('document'),
  }
  const toLabel = (name: string) => labels[name] ?? name
  const change = (part: Partial<RequestValues>) => {
    setValues((now) => ({ ...now, ...part }))
    setKey(crypto.randomUUID())
    setProblems([])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!fields || isBusy) return
    setBusy(true)
    try {
      const leave = await send({ ...fields, reason: values.reason }, document, key)
      notifySuccess(say('submitted'))
      await client.invalidateQueries()
      go(adminPath(`my-leave/view/${leave.id}`))
    } catch (failure) {
      setProblems(failureLines(failure, toLabel))
      setBusy(false)
    }
  }
  return (
    <form className="leave-page" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <FormGroup label={say('type')} labelFor="leave-type">
          <HTMLSelect
            id="leave-type"
            fill
            large
            value={values.type_id}
            options={[
              ...(types.length === 1 ? [] : [{ value: 0, label: say('choose_type') }]),
              ...types.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ currentTarget }) =>
              change({ type_id: Number(currentTarget.value), part: 'full', start_half: 'full', end_half: 'full', hours: '' })
            }
          />
        </FormGroup>
        <DateFields values={values} unit={type?.unit} change={change} />
        <FormGroup label={say('reason')} labelInfo={`(${say('optional')})`} labelFor="leave-reason">
          <TextArea
            id="leave-reason"
            fill
            autoResize
            rows={2}
            maxLength={2_000}
            value={values.reason}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </FormGroup>
        <FormGroup
          label={say('document')}
          labelInfo={`(${say('optional')})`}
          labelFor="leave-document"
          helperText={
            type && type.needs_document_over_days !== null
              ? say('document_hint', { days: daysText(type.needs_document_over_days) })
              : say('document_hint_plain')
          }
        >
          <Button id="leave-document" fill size="large" className="phone-button" onClick={() => picker.current?.click()}>
            {document?.name ?? say('choose_file')}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={say('choose_file')}
            accept="image/*,application/pdf"
            onChange={(event) => {
              setDocument(event.target.files?.[0])
              setKey(crypto.randomUUID())
            }}
          />
        </FormGroup>
      </div>
      <Preview preview={preview} type={type} />
      <div role="alert">
        {problems.length > 0 || error ? (
          <Callout intent="danger" title={say('not_submitted')}>
            {(problems.length > 0 ? problems : failureLines(error, toLabel)).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Callout>
        ) : null}
      </div>
      <div className="leave-submit">
        <Button
          type="submit"
          fill
          size="large"
          className="phone-button"
          intent="primary"
          loading={isBusy}
          disabled={!preview || preview.problems.length > 0}
        >
          {say('submit')}
        </Button>
      </div>
    </form>
  )
}

/** Sends a request, with its document as a form. */
function send(fields: Record<string, string>, document: File | undefined, key: string): Promise<OwnLeave> {
  if (!document) return postOnce<OwnLeave>('my/leave', { ...fields, type_id: Number(fields['type_id']) }, key)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('document', document)
  return api<OwnLeave>('my/leave', { method: 'POST', body })
}
