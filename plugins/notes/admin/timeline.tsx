import { Button } from '@blueprintjs/core'
import { Edit, Trash } from '@blueprintjs/icons'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { api, ConfirmDialog, notifyFailure, type TimelinePiece, useInPlace } from 'stoa/admin'
import type { Note, NotePage } from '../api-types.ts'
import { Composer } from './composer.tsx'
import { NoteBody } from './comment.tsx'
import { notesKey, useNoted } from './queries.ts'
import { useMessages } from './messages.ts'
import './notes.css'

/** Adds the comments of a row and the comment editor to its timeline. */
export default function NotesInTimeline(props: TimelinePiece) {
  return useNoted(props.subject.resource) ? <Notes key={`${props.subject.resource} ${props.subject.id}`} {...props} /> : null
}

function Notes({ subject, bring }: TimelinePiece) {
  const say = useMessages()
  const client = useQueryClient()
  const { resource, id } = subject
  const [editing, setEditing] = useState<number>()
  const [doomed, setDoomed] = useState<Note>()
  const { open: writing, begin, end, button } = useInPlace()
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: notesKey(resource, id),
    queryFn: ({ pageParam, signal }) => api<NotePage>('note', { query: { subject: resource, subject_id: id, after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const refresh = () => client.invalidateQueries({ queryKey: notesKey(resource, id) })

  useEffect(() => {
    const close = () => setEditing(undefined)
    const entries = (data?.pages.flatMap((page) => page.data) ?? []).map((note) => ({
      key: String(note.id),
      at: note.at,
      kind: 'note',
      head: note.removed ? (
        <em className="quiet">{say('removed', { who: note.removed.by })}</em>
      ) : (
        <strong>
          <bdi>{note.author}</bdi>
        </strong>
      ),
      ...(note.removed ? { who: note.author } : {}),
      ...(note.edited_at && !note.removed ? { aside: say('edited') } : {}),
      ...(note.removed
        ? {}
        : {
            body:
              editing === note.id ? (
                <Composer subject={subject} note={note} close={close} />
              ) : (
                <NoteBody note={note}>
                  {note.may_change && <Tool icon={<Edit aria-hidden />} name={say('edit')} run={() => setEditing(note.id)} />}
                  {note.may_remove && <Tool icon={<Trash aria-hidden />} name={say('remove')} run={() => setDoomed(note)} />}
                </NoteBody>
              ),
          }),
    }))
    bring({
      name: 'notes',
      entries,
      older: hasNextPage ? () => void fetchNextPage() : undefined,
      busy: isFetching,
      failed: error !== null,
    })
    // Messages depend on the language, whose change rerenders the whole page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, error, isFetching, hasNextPage, fetchNextPage, editing, bring])

  const remove = async (note: Note) => {
    try {
      await api(`note/${note.id}`, { method: 'DELETE' })
    } catch (failure) {
      notifyFailure(say('notRemoved'), failure)
    }
    setDoomed(undefined)
    await refresh()
  }
  return (
    <div className="notes-write">
      {data?.pages[0]?.may_write &&
        (writing ? (
          <Composer subject={subject} close={end} />
        ) : (
          <>
            <Button ref={button} icon={<Edit aria-hidden />} onClick={begin}>
              {say('write')}
            </Button>
            <span className="quiet small">{say('readers')}</span>
          </>
        ))}
      {doomed && (
        <ConfirmDialog
          open
          title={say('remove')}
          confirm={say('remove')}
          intent="danger"
          onCancel={() => setDoomed(undefined)}
          onConfirm={() => remove(doomed)}
        >
          {say('removeWhat')}
        </ConfirmDialog>
      )}
    </div>
  )
}

function Tool({ icon, name, run }: { icon: ReactElement; name: string; run: () => void }) {
  return <Button size="small" variant="minimal" icon={icon} aria-label={name} title={name} onClick={run} />
}
