import { useQueryClient } from '@tanstack/react-query'
import { Link, Moment } from 'stoa/admin'
import type { Notice } from '../api-types.ts'
import { markRead, useLink } from './inbox.ts'
import { useMessages } from './messages.ts'

/** List of notifications; opening one marks it as read. */
export function NoticeList({ notices, opened }: { notices: readonly Notice[]; opened?: () => void }) {
  const say = useMessages()
  const client = useQueryClient()
  const getLink = useLink()
  const read = async ({ id, read: already }: Notice) => {
    opened?.()
    if (already) return
    await markRead({ ids: [id] }).catch(() => {})
    await client.invalidateQueries({ queryKey: ['notices'] })
  }
  return (
    <ul className="notices">
      {notices.map((notice) => {
        const to = getLink(notice)
        const words = (
          <>
            {!notice.read && <span className="sr-only">{say('unread')}: </span>}
            <bdi>{notice.text}</bdi>
            <span className="quiet small">
              <Moment value={notice.at} />
            </span>
          </>
        )
        return (
          <li key={notice.id} className={notice.read ? undefined : 'is-unread'}>
            {to ? (
              <Link to={to} onClick={() => void read(notice)}>
                {words}
              </Link>
            ) : (
              <button type="button" onClick={() => void read(notice)}>
                {words}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
