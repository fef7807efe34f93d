import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { CloseIcon, RichText, useShop } from 'stoa/store'
import type { AnnouncementView } from '../../api-types.ts'

const KEY = 'closed-announcements'

/** Announcements this visitor has dismissed. Stored in the browser only, because the page is the same for all visitors. */
const closedAtom = atom<number[]>([])

const remembered = (): number[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

const remember = (ids: number[]) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids.slice(-50)))
  } catch {
    // Without storage, the bar is shown again on the next page.
  }
}

/** The dismissed announcements: of this browser, and of the signed-in customer. */
const useClosed = (any: boolean) => {
  const { call, bootstrap } = useShop()
  const [closed, setClosed] = useAtom(closedAtom)
  useEffect(() => {
    if (!any) return
    setClosed((now) => [...now, ...remembered()])
    if (!bootstrap.signedIn) return
    call
      .get<{ ids: number[] }>('/api/announcement/read')
      .then(({ ids }) => setClosed((now) => [...now, ...ids]))
      .catch(() => undefined)
  }, [any, bootstrap.signedIn, call, setClosed])
  const close = ({ id }: AnnouncementView) => {
    setClosed((now) => [...now, id])
    remember([...remembered(), id])
    if (bootstrap.signedIn) call.post('/api/announcement/read', { id }).catch(() => undefined)
  }
  return { closed, close }
}

/** The first announcement that this visitor has not dismissed. */
export default function Announcements() {
  const { t, shell } = useShop()
  const { closed, close } = useClosed(shell.announcements.length > 0)
  const first = shell.announcements.find(({ id }) => !closed.includes(id))
  if (!first) return null
  return (
    <aside className="announcement" aria-label={t('content.frame.announcement')}>
      <RichText html={first.content} />
      {first.dismissible && (
        <button type="button" className="icon-button" aria-label={t('content.frame.close_announcement')} onClick={() => close(first)}>
          <CloseIcon />
        </button>
      )}
    </aside>
  )
}
