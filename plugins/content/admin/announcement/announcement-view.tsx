import { Button, Callout, Spinner } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Row } from '#core/wire'
import {
  adminPath,
  api,
  can,
  defineTexts,
  failureLines,
  go,
  Moment,
  PageHeader,
  StatusTag,
  useResource,
  useSession,
  useT,
} from '../../../../ui-admin/src/kit/index.ts'
import './announcement.css'

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

const useTexts = defineTexts({
  'en-US': {
    edit: 'Edit',
    readers: 'Read by',
    of: '{{read}} of {{all}} people',
    customers: '{{count}} customers have closed it in the shop.',
    unread: 'not yet',
    nobody: 'It is not meant for staff.',
    loading: 'Loading the announcement',
    preview: 'This is what its readers see.',
  },
  'zh-HK': {
    edit: '編輯',
    readers: '已讀情況',
    of: '{{all}} 人中有 {{read}} 人已讀',
    customers: '{{count}} 位顧客已在商店關閉此公告。',
    unread: '未讀',
    nobody: '此公告並非發給員工。',
    loading: '正在載入公告',
    preview: '讀者看到的內容如下。',
  },
  'zh-CN': {
    edit: '编辑',
    readers: '已读情况',
    of: '{{all}} 人中有 {{read}} 人已读',
    customers: '{{count}} 位顾客已在商店关闭此公告。',
    unread: '未读',
    nobody: '此公告并非发给员工。',
    loading: '正在加载公告',
    preview: '读者看到的内容如下。',
  },
})

/** An announcement as it is read, and who has read it. Looking at it is reading it. */
export default function AnnouncementView() {
  const say = useTexts()
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
  const mine = readers.data?.staff.find((one) => one.id === me.id)
  const due = row.data?.status === 'published' && mine !== undefined && mine.read_at === null
  useEffect(() => {
    if (!due) return
    // One that is not due yet is refused; it will be marked when it is.
    api(`announcement/${id}/read`, { method: 'POST' })
      .then(() => client.invalidateQueries({ queryKey: ['announcement-readers', id] }))
      .catch(() => undefined)
  }, [due, id, client])
  const error = row.error ?? readers.error
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  if (!row.data || !readers.data || !resource) return <Spinner aria-label={say('loading')} />
  const { staff, customers, html } = readers.data
  const read = staff.filter((one) => one.read_at).length
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
          {/* Cleaned by the server's one renderer of rich text. */}
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
                {staff.map((one) => (
                  <li key={one.id}>
                    <span>
                      {one.read_at && <TickCircle size={14} aria-hidden />} {one.name}
                    </span>
                    <span className="quiet small">{one.read_at ? <Moment value={one.read_at} /> : say('unread')}</span>
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
