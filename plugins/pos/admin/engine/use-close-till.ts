import { api, ApiError, notifySuccess } from 'stoa/admin'
import { useState } from 'react'
import type { Counted, Report, Till } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { type Drawer, keptDrawer } from './db.ts'
import { sendWaiting } from './queue.ts'
import { useCall } from './use-call.ts'

/** Steps to close a till session: count, then close or resume, and report. */
export function useCloseTill(till: Till, drawer: Drawer, device: string) {
  const say = useMessages()
  const [counted, setCounted] = useState<Counted>()
  const [report, setReport] = useState<Report>()
  const [ticketsMissing, setTicketsMissing] = useState(false)
  const { busy, wrong, call } = useCall()
  const path = `store/${till.store.id}/session/${drawer.session}`
  const attempt = async (run: () => Promise<void>) => {
    const error = await call(run)
    setTicketsMissing(error instanceof ApiError && error.code === 'TICKETS_MISSING')
  }
  return {
    counted,
    report,
    wrong,
    ticketsMissing,
    busy,
    count: (total: string, without_missing = false) =>
      attempt(async () => {
        await sendWaiting()
        const now = (await keptDrawer(till.store.id)) ?? drawer
        const body = { counted: total, device, last: now.last, unused: now.unused, without_missing }
        setCounted(await api<Counted>(`${path}/count`, { method: 'POST', body }))
      }),
    close: (reason: string) =>
      attempt(async () => {
        const { status } = await api<{ status: string }>(`${path}/close`, { method: 'POST', body: { reason } })
        setReport(await api<Report>(`${path}/report`))
        notifySuccess(status === 'completed' ? say('closed') : say('closedDoubt'))
      }),
    resume: (onResumed: () => void) =>
      attempt(async () => {
        await api(`${path}/resume`, { method: 'POST' })
        onResumed()
      }),
  }
}
