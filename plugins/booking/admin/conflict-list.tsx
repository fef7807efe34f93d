import { Button, Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, forget, Link, notifyFailure, notifySuccess, useSession, useT } from 'stoa/admin'
import type { SchedulingConflicts } from '../admin-api-types.ts'
import { useMessages } from './messages.ts'

/** Number of conflicts listed; the rest is counted. */
const MOST_NAMED = 10

/** Scheduling conflicts of an event after a change of hours, days or resources. Staff decide about each. */
export default function EventConflicts({ row, mode }: { row?: Row; mode?: string }) {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const [busy, setBusy] = useState(false)
  const id = Number(row?.id ?? 0)
  const { data, refetch } = useQuery({
    queryKey: ['list', 'booking', 'misfits', id, row?.['version']],
    queryFn: ({ signal }) => api<SchedulingConflicts>(`event/${id}/misfit`, { signal }),
    enabled: id > 0 && mode !== 'create' && me.role.permission_list.includes('get booking'),
  })
  const found = data?.data ?? []
  if (found.length === 0) return null
  const flag = async () => {
    setBusy(true)
    try {
      const body = { bookings: found.map((conflict) => ({ id: conflict.id })), reason: say('misfitReason') }
      const { flagged } = await api<{ flagged: number }>(`event/${id}/misfit`, { method: 'POST', body })
      forget('booking')
      notifySuccess(say('misfitDone', { count: flagged }))
      await refetch()
    } catch (error) {
      notifyFailure(say('failed'), error)
    }
    setBusy(false)
  }
  const words = ({ starts_at, zone }: (typeof found)[number]) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(starts_at))
  return (
    <Callout intent="warning" title={say('misfits', { count: found.length })} className="gap-below">
      <p>{say('misfitsLead')}</p>
      <ul>
        {found.slice(0, MOST_NAMED).map((conflict) => (
          <li key={conflict.id}>
            <Link to={adminPath(`booking/history/${conflict.id}`)}>{conflict.number}</Link> {conflict.customer} · {words(conflict)}
          </li>
        ))}
      </ul>
      {found.length > MOST_NAMED && <p>{say('misfitsMore', { count: found.length - MOST_NAMED })}</p>}
      {me.role.permission_list.includes('update booking') && (
        <Button intent="warning" loading={busy} text={say('misfitFlag')} onClick={() => void flag()} />
      )}
    </Callout>
  )
}
