import { Button, Callout, Spinner } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, can, failureLines, go, Moment, PageHeader, StatusTag, useResource, useMissing, useSession, useT } from 'stoa/admin'
import './announcement.css'
import { messages } from '../messages.ts'

interface Announcement extends Row {
  title: string
  status: string
  audience: string
}

interface Readers {
  html: string
  staff: { id: number; name: string; read_at: string | null }[]
  customers: number
}

const useMessages = messages('announcement')

/** An announcement and its readers. Opening it marks it as read. */
export default function AnnouncementView() {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const client = useQueryClient()
  const resource = useResource('announcement')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const row = useQuery({
    queryKey: ['announcement', id, language],
    queryFn: () => api<Announcement>(`announcement/${id}`, { query: { language } }),
  })
  const readers = useQuery({
    queryKey: ['announcement-readers', id, language],
    queryFn: () => api<Readers>(`announcement/${id}/readers`, { query: { language } }),
  })
  const mine = readers.data?.staff.find((reader) => reader.id === me.id)
  const due = row.data?.status === 'published' && mine !== undefined && mine.read_at === null
  useEffect(() => {
    if (!due) return
    // The server refuses an announcement that is not due yet; it is marked when it is.
    api(`announcement/${id}/read`, { method: 'POST' })
      .then(() => client.invalidateQueries({ queryKey: ['announcement-readers', id] }))
      .catch(() => undefined)
  }, [due, id, client])
  const error = row.error ?? readers.error
  useMissing(error, '/admin/announcement')
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  if (!row.data || !readers.data || !resource) return <Spinner aria-label={say('loading')} />
  const { staff, customers, html } = readers.data
  const read = staff.filter((reader) => reader.read_at).length
  return (
    <>
      <PageHeader
        title={row.data.title}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={row.data.status} />}
        actions={can(resource, 'update') && <Button onClick={() => go(`/admin/announcement/edit/${id}`)}>{say('edit')}</Button>}
      />
      <div className="announcement">
        <section className="panel announcement-text">
          <p className="quiet small">{say('preview')}</p>
          {/* Sanitized by the server. */}
          {/* oxlint-disable-next-line react/no-danger */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </section>
        <section className="panel announcement-readers" aria-labelledby="readers">
          <h2 id="readers">{say('readers')}</h2>
          {staff.length === 0 ? (
            <p className="quiet">{say('nobody')}</p>
          ) : (
            <>
              <p className="quiet small">{say('of', { read, all: staff.length })}</p>
              <ul>
                {staff.map((reader) => (
                  <li key={reader.id}>
                    <span>
                      {reader.read_at && <TickCircle size={14} aria-hidden />} {reader.name}
                    </span>
                    <span className="quiet small">{reader.read_at ? <Moment value={reader.read_at} /> : say('unread')}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {row.data.audience !== 'staff' && <p className="quiet small">{say('customers', { count: customers })}</p>}
        </section>
      </div>
    </>
  )
}
