import { Button, Callout, FormGroup, HTMLSelect, Spinner, TextArea } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminPath, api, failureLines, go, notifySuccess, useAnswer, useDebounced } from 'stoa/admin'
import type { LeavePreview, OwnLeave, OwnLeaveTypes } from '../../api-types.ts'
import { useDaysText, useMessages } from '../messages.ts'
import { DateFields } from './date-fields.tsx'
import { DeleteDraft } from './delete-draft.tsx'
import { Preview } from './preview.tsx'
import { emptyRequest, type RequestValues, toRequestFields, toRequestValues } from './request-form.ts'
import { saveDraft, submitRequest } from './send-request.ts'

/** The form of a request: a new one, or a draft that is edited. */
export function LeaveForm({ draft }: { draft?: OwnLeave }) {
  const say = useMessages()
  const types = useAnswer<OwnLeaveTypes>('my/leave/type')
  if (!types) return <Spinner aria-label={say('loading')} />
  return types.data.length === 0 ? <p className="quiet">{say('no_types')}</p> : <Form types={types.data} draft={draft} />
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

function Form({ types, draft }: { types: OwnLeaveTypes['data']; draft: OwnLeave | undefined }) {
  const say = useMessages()
  const daysText = useDaysText()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState<RequestValues>(() =>
    draft ? toRequestValues(draft) : { ...emptyRequest, type_id: types.length === 1 ? (types[0]?.id ?? 0) : 0 },
  )
  const [document, setDocument] = useState<File>()
  // A new key for every change: only a retry of the same request is the same request.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState<'save' | 'submit'>()
  const type = types.find(({ id }) => id === values.type_id)
  const fields = toRequestFields(values)
  const { preview, error } = usePreview(fields, document !== undefined || !!draft?.document)

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
  const run = async (task: 'save' | 'submit') => {
    if (!fields || busy) return
    setBusy(task)
    try {
      const input = { ...fields, reason: values.reason }
      const leave = task === 'save' ? await saveDraft(draft, input, document, key) : await submitRequest(draft, input, document, key)
      notifySuccess(say(task === 'save' ? 'draft_saved' : 'submitted'))
      await client.invalidateQueries()
      go(adminPath(`my-leave/view/${leave.id}`))
      setDocument(undefined)
    } catch (failure) {
      setProblems(failureLines(failure, toLabel))
    }
    setBusy(undefined)
  }
  return (
    <form
      className="leave-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run('submit')
      }}
    >
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
            {document?.name ?? draft?.document?.name ?? say('choose_file')}
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
          fill
          size="large"
          className="phone-button"
          loading={busy === 'save'}
          disabled={!fields || busy === 'submit'}
          onClick={() => void run('save')}
        >
          {say('save_draft')}
        </Button>
        <Button
          type="submit"
          fill
          size="large"
          className="phone-button"
          intent="primary"
          loading={busy === 'submit'}
          disabled={!preview || preview.problems.length > 0 || busy === 'save'}
        >
          {say('submit')}
        </Button>
      </div>
      {draft ? <DeleteDraft id={draft.id} /> : null}
    </form>
  )
}
