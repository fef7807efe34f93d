import { TextArea } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { api, type TimelinePiece } from 'stoa/admin'
import { MAX_CHARACTERS } from '../domain/body.ts'
import { findTypedName, insertName } from '../domain/mention.ts'
import type { Colleague } from '../api-types.ts'
import { useMessages } from './messages.ts'

interface Props {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  subject: TimelinePiece['subject']
  value: string
  change: (value: string) => void
  choose: (colleague: Colleague) => void
  describedBy: string
}

/** Text field in which `@` opens a list of colleagues who may read the record. */
export function MentionField({ id, field, subject, value, change, choose, describedBy }: Props) {
  const say = useMessages()
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  /** Position of the `@` whose list was closed. */
  const [closed, setClosed] = useState(-1)
  const typed = findTypedName(value, caret)
  const open = typed !== null && typed.at !== closed
  const { data } = useQuery({
    queryKey: ['note-colleagues', subject.resource, subject.id, typed?.name],
    enabled: open,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api<{ data: Colleague[] }>('note/colleagues', {
        query: { subject: subject.resource, subject_id: subject.id, q: typed?.name.trim() },
        signal,
      }),
  })
  const found = open ? (data?.data ?? []) : []
  const current = Math.min(at, found.length - 1)
  const take = (colleague: Colleague) => {
    const next = insertName(value, caret, colleague.name)
    change(next.text)
    choose(colleague)
    setClosed(typed?.at ?? -1)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0 || event.nativeEvent.isComposing) return
    const highlighted = found[current]
    if (event.key === 'ArrowDown') setAt((current + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((current - 1 + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && highlighted) take(highlighted)
    else if (event.key === 'Escape' && typed) setClosed(typed.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="mention">
      <TextArea
        inputRef={field}
        id={id}
        fill
        rows={3}
        dir="auto"
        maxLength={MAX_CHARACTERS}
        value={value}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${found[current]?.id}` : undefined}
        onChange={(event) => {
          change(event.target.value)
          setCaret(event.target.selectionStart)
          setAt(0)
          if (event.target.value[closed] !== '@') setClosed(-1)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={handleKeyDown}
      />
      {found.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={say('colleagues')} className="mention-list">
          {found.map((colleague, i) => (
            <div
              key={colleague.id}
              id={`${id}-${colleague.id}`}
              role="option"
              aria-selected={i === current}
              tabIndex={-1}
              // `mousedown` runs before the text loses the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(colleague)
              }}
            >
              {colleague.name}
            </div>
          ))}
        </div>
      )}
      <span className="sr-only" role="status">
        {open && data ? (found.length > 0 ? say('found', { count: found.length }) : say('none')) : ''}
      </span>
    </div>
  )
}
