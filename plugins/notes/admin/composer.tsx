import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import type { HeldFile } from 'stoa/api-types'
import { api, failureLines, FileDrop, notifySuccess, postOnce, type TimelinePiece, useEscape, useSession, useT } from 'stoa/admin'
import { keepMentioned } from '../domain/mention.ts'
import type { Colleague, Note } from '../api-types.ts'
import { MentionField } from './mention-field.tsx'
import { notesKey } from './queries.ts'
import { useMessages } from './messages.ts'

interface Props {
  subject: TimelinePiece['subject']
  /** The comment to edit; absent for a new one. */
  note?: Note
  close: () => void
}

/** Editor of a comment: text, mentions and files. */
export function Composer({ subject, note, close }: Props) {
  const say = useMessages()
  const { t } = useT()
  const { me } = useSession()
  const client = useQueryClient()
  const id = useId()
  const key = useRef(crypto.randomUUID())
  const field = useRef<HTMLTextAreaElement>(null)
  const [body, setBody] = useState(note?.body ?? '')
  const [chosen, setChosen] = useState<readonly Colleague[]>(note?.mentions ?? [])
  const [files, setFiles] = useState<readonly HeldFile[]>(note?.files ?? [])
  const [busy, setBusy] = useState(false)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  useEffect(() => field.current?.focus(), [])
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors([])
    const written = { body, mentions: keepMentioned(body, chosen).map((colleague) => colleague.id), files: files.map((file) => file.id) }
    try {
      if (note) await api(`note/${note.id}`, { method: 'PUT', body: { ...written, version: note.version } })
      else await postOnce('note', { subject: subject.resource, subject_id: subject.id, ...written }, key.current)
      notifySuccess(say('saved'))
      await client.invalidateQueries({ queryKey: notesKey(subject.resource, subject.id) })
      close()
    } catch (failure) {
      key.current = crypto.randomUUID()
      setErrors(failureLines(failure))
      setBusy(false)
    }
  }
  // Escape also closes the list of mentions, so it closes the editor only when nothing was changed.
  const untouched = body === (note?.body ?? '') && files.length === (note?.files.length ?? 0) && !sending
  const escape = useEscape(untouched ? close : undefined)
  const words = (
    <>
      <label htmlFor={id}>{say('text')}</label>
      <span id={`${id}-hint`} className="quiet small">
        {say('readers')} {say('hint')}
      </span>
      <MentionField
        id={id}
        field={field}
        subject={subject}
        value={body}
        change={setBody}
        choose={(colleague) => setChosen((now) => [...now, colleague])}
        describedBy={`${id}-hint`}
      />
    </>
  )
  return (
    <form ref={escape} className="note-form" onSubmit={(event) => void send(event)}>
      {me.role.permission_list.includes('create upload') ? (
        <FileDrop files={files} change={setFiles} onBusy={setSending}>
          {words}
        </FileDrop>
      ) : (
        words
      )}
      {errors.length > 0 && (
        <Callout compact intent="danger" icon={false} role="alert">
          {say('notSaved')}: {errors.join(' ')}
        </Callout>
      )}
      <div className="note-form-end">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" intent="primary" loading={busy} disabled={sending || (body.trim() === '' && files.length === 0)}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}
