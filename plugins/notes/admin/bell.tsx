import { Button, PopoverNext, Spinner } from '@blueprintjs/core'
import { Notifications } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, failureLines, Link, notifyFailure } from 'stoa/admin'
import { markRead, newestQuery, unreadQuery } from './inbox.ts'
import { NoticeList } from './notice-list.tsx'
import { useMessages } from './messages.ts'
import './notes.css'

const MOST = 99
/** Minimum distance of the panel from the edge of the screen, in pixels. */
const EDGE = 12

/** Number of unread notifications, with the newest in a panel. */
export default function Bell() {
  const say = useMessages()
  const [open, setOpen] = useState(false)
  const { data: unread = 0 } = useQuery(unreadQuery)
  const count = unread > MOST ? `${MOST}+` : unread
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      placement="bottom-end"
      middleware={{ shift: { padding: EDGE } }}
      content={<Panel close={() => setOpen(false)} />}
    >
      <Button
        variant="minimal"
        className="bell"
        icon={<Notifications aria-hidden />}
        title={say('bell')}
        aria-label={unread > 0 ? say('bellOf', { count }) : say('bell')}
      >
        {unread > 0 && (
          <span className="badge num" aria-hidden>
            {count}
          </span>
        )}
      </Button>
    </PopoverNext>
  )
}

function Panel({ close }: { close: () => void }) {
  const say = useMessages()
  const client = useQueryClient()
  const { data, error } = useQuery(newestQuery)
  const newest = data?.data[0]
  const readAll = async () => {
    try {
      if (newest) await markRead({ up_to: newest.id })
    } catch (failure) {
      notifyFailure(say('failed'), failure)
    }
    await client.invalidateQueries({ queryKey: ['notices'] })
  }
  return (
    <div className="bell-panel" role="dialog" aria-label={say('bell')}>
      <div className="bell-head">
        <h2>{say('bell')}</h2>
        <Button size="small" variant="minimal" disabled={!data?.data.some((notice) => !notice.read)} onClick={() => void readAll()}>
          {say('readAll')}
        </Button>
      </div>
      {error && <p role="alert">{failureLines(error).join(' ')}</p>}
      {!data && !error && <Spinner size={20} aria-label={say('loading')} />}
      {data && data.data.length === 0 && <p className="quiet">{say('nothing')}</p>}
      {data && <NoticeList notices={data.data} opened={close} />}
      <Link to={adminPath('notice')} onClick={close} className="bell-all">
        {say('all')}
      </Link>
    </div>
  )
}
