import { Button, Card } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, ApiError, Link, notifyFailure, notifySuccess, postOnce, useAnswer } from 'stoa/admin'
import type { OwnAttendance, OwnPunch } from '../api-types.ts'
import './attendance.css'
import { findPosition } from './find-position.ts'
import { useMessages, usePunchMessages } from './messages.ts'

/** The button to punch in or out, with the punches of the last hours. */
export default function PunchCard({ isLinked = true }: { isLinked?: boolean }) {
  const say = usePunchMessages()
  const sayDay = useMessages()
  const client = useQueryClient()
  const own = useAnswer<OwnAttendance>('my/attendance')
  // A retry after a lost answer sends the same key, so that the punch is not stored twice.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const direction = own?.next ?? 'in'
  const punch = async () => {
    setBusy(true)
    try {
      const position = await findPosition()
      const { time } = await postOnce<OwnPunch>('my/punch', { direction, ...position }, key)
      setKey(crypto.randomUUID())
      notifySuccess(say(direction === 'in' ? 'done_in' : 'done_out', { time }))
      await client.invalidateQueries({ queryKey: ['answer'] })
    } catch (problem) {
      // An answer refused this punch, so the next one is another. Without an answer it may be stored, and a retry keeps the key.
      if (problem instanceof ApiError) setKey(crypto.randomUUID())
      notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="punch-card">
      <h2 className="card-title">{say('title')}</h2>
      <Button
        className="punch-button"
        intent={direction === 'in' ? 'primary' : 'warning'}
        loading={busy}
        disabled={!own}
        onClick={() => void punch()}
      >
        {say(direction)}
      </Button>
      {own && own.punches.length > 0 ? (
        <ul aria-label={say('list')}>
          {own.punches.map(({ id, time, direction: done, outside }) => (
            <li key={id}>
              {time} {sayDay(done)} {outside ? <span className="quiet">({say('outside')})</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{say('none')}</p>
      )}
      <p className="quiet small">{say('position')}</p>
      {isLinked ? <Link to={adminPath('my-attendance')}>{say('open')}</Link> : null}
    </Card>
  )
}
