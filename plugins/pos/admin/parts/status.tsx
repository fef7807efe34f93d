import { Button, Callout, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import type { Waiting } from '../engine/db.ts'
import { withdraw } from '../engine/queue.ts'
import { useMessages } from '../messages.ts'
import { ApproveDialog, isApprovable } from './approve-dialog.tsx'
import { TillDialog } from './till-dialog.tsx'

interface Props {
  online: boolean
  items: readonly Waiting[]
  send: () => Promise<void>
  /** Whether a rejected sale may be discarded. */
  maySettle: boolean
}

/** Network state and number of queued tickets. */
export function Status({ online, items, send, maySettle }: Props) {
  const say = useMessages()
  const [open, setOpen] = useState(false)
  const [approving, setApproving] = useState<Waiting>()
  const refused = items.filter((item) => item.refused).length
  const waits = items.length - refused
  return (
    <>
      <button type="button" className={`till-status ${online ? 'is-on' : 'is-off'}`} onClick={() => setOpen(true)}>
        <span className="till-dot" aria-hidden />
        <span role="status">{online ? say('online') : say('offline')}</span>
        {waits > 0 && (
          <Tag round intent="warning">
            {say(waits === 1 ? 'waitingOne' : 'waiting', { count: waits })}
          </Tag>
        )}
        {refused > 0 && (
          <Tag round intent="danger">
            {say('refused', { count: refused })}
          </Tag>
        )}
      </button>
      {open && (
        <TillDialog
          title={say('waitingTitle')}
          onClose={() => setOpen(false)}
          buttons={
            <Button
              size="large"
              className="phone-button till-main"
              intent="primary"
              disabled={items.length === 0}
              onClick={() => void send()}
            >
              {say('sendNow')}
            </Button>
          }
        >
          <p className="quiet">{say('waitingLead')}</p>
          {!online && <Callout icon={false}>{say('offlineNote')}</Callout>}
          <ul className="till-waiting">
            {items.map((item) => (
              <li key={item.uuid}>
                <span>{item.receipt.number}</span>
                <span className="num">{item.receipt.total}</span>
                {item.refused && <span className="is-bad">{item.refused.lines.join(' ')}</span>}
                {isApprovable(item) && online && (
                  <Button size="small" onClick={() => setApproving(item)}>
                    {say('approve')}
                  </Button>
                )}
                {item.refused && (maySettle || /(^|\/)return/.test(item.path)) && <GiveUp item={item} />}
              </li>
            ))}
          </ul>
        </TillDialog>
      )}
      {approving && <ApproveDialog item={approving} onClose={() => setApproving(undefined)} />}
    </>
  )
}

/** Discards a rejected ticket, with confirmation, since it cannot be undone. */
function GiveUp({ item }: { item: Waiting }) {
  const say = useMessages()
  const [sure, setSure] = useState(false)
  return (
    <Button size="small" intent={sure ? 'danger' : 'none'} onClick={() => (sure ? void withdraw(item) : setSure(true))}>
      {sure ? say('giveUpSure') : say('giveUp')}
    </Button>
  )
}
