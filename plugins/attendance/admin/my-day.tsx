import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, Day, go, notifyFailure, notifySuccess, StatusTag, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { AttendanceView } from '../api-types.ts'
import { AppealList, AttendanceDetail } from './attendance-detail.tsx'
import './attendance.css'
import { useMessages } from './messages.ts'

/** A day of my attendance, with the way to appeal against it. */
export default function MyDayScreen() {
  const say = useMessages()
  const id = Number(location.pathname.split('/').at(-1))
  return (
    <SelfService title={say('title')} crumbs={[{ label: say('back'), to: adminPath('my-attendance') }]}>
      {() => <MyDay id={id} />}
    </SelfService>
  )
}

function MyDay({ id }: { id: number }) {
  const say = useMessages()
  const client = useQueryClient()
  const day = useAnswer<AttendanceView>(`my/attendance/${id}`)
  const [busy, setBusy] = useState(false)
  if (!day) return <Spinner />
  const open = day.appeals.find(({ status }) => status === 'pending' || status === 'draft')
  const cancel = async (appeal: number) => {
    setBusy(true)
    try {
      await api(`my/appeal/${appeal}/cancel`, { method: 'POST' })
      notifySuccess(say('canceled'))
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      await client.invalidateQueries({ queryKey: ['answer'] })
      setBusy(false)
    }
  }
  return (
    <div className="attendance">
      <p>
        <strong>
          <Day value={day.work_date} />
        </strong>{' '}
        <StatusTag word={day.status} /> <span className="quiet">{day.shift ?? say(`day_${day.day_kind}`)}</span>
      </p>
      {day.obstacle === null ? (
        <Button size="large" intent="primary" onClick={() => go(adminPath(`my-attendance/appeal/${id}`))}>
          {say('appeal')}
        </Button>
      ) : (
        <Callout>{say(`obstacle_${day.obstacle}`)}</Callout>
      )}
      {open ? (
        <Button size="large" loading={busy} onClick={() => void cancel(open.id)}>
          {say('cancel_appeal')}
        </Button>
      ) : null}
      <AttendanceDetail day={day} />
      <AppealList appeals={day.appeals} />
    </div>
  )
}
