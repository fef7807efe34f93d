import { Button, TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, notifyFailure, notifySuccess, StatusTag, Timeline, type TimelineEntry, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { Entry } from './types.ts'

/** Timeline of an order with a field for messages to the customer. Comments for colleagues come from the plugin `notes`. */
export function OrderTimeline({ id }: { id: string }) {
  const say = useMessages()
  const { me } = useSession()
  const { data, isPending, isError } = useQuery({
    queryKey: ['order-timeline', id],
    queryFn: () => api<{ data: Entry[] }>(`order/${id}/timeline`),
  })
  const names: Record<string, string> = { guest: say('guest'), customer: say('customer_who'), system: say('system') }
  const toTimelineEntry = (entry: Entry, n: number): TimelineEntry => ({
    key: String(n),
    at: entry.at,
    body: entry.body,
    ...(entry.kind === 'change'
      ? { kind: 'status', head: <strong>{say('orderChanged')}</strong>, who: names[entry.who] ?? entry.who }
      : entry.kind === 'status'
        ? { kind: 'status', head: <StatusTag word={entry.to_status ?? ''} />, who: names[entry.who] ?? entry.who }
        : {
            kind: 'message',
            icon: entry.who.slice(0, 1).toUpperCase(),
            head: <strong>{entry.who}</strong>,
            aside: entry.kind === 'customer' ? say('fromCustomer') : entry.visible && say('seen'),
          }),
  })
  const entries = (data?.data ?? []).map(toTimelineEntry).toReversed()
  return (
    <Timeline
      title={say('history')}
      sources={[{ name: 'order', entries, busy: isPending, failed: isError }]}
      subject={{ resource: 'order', id: Number(id) }}
    >
      {me.role.permission_list.includes('comment order') && <CustomerMessage id={id} />}
    </Timeline>
  )
}

function CustomerMessage({ id }: { id: string }) {
  const say = useMessages()
  const client = useQueryClient()
  const field = useId()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api(`order/${id}/comment`, { method: 'POST', body: { comment: message, visible: true } })
      setMessage('')
      notifySuccess(say('messageSent'))
      await client.invalidateQueries({ queryKey: ['order-timeline', id] })
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="order-message" onSubmit={(event) => void send(event)}>
      <label htmlFor={field}>{say('message')}</label>
      <span id={`${field}-hint`} className="quiet small">
        {say('messageHint')}
      </span>
      <TextArea
        id={field}
        aria-describedby={`${field}-hint`}
        fill
        rows={2}
        maxLength={2000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" loading={busy} disabled={message.trim() === ''}>
        {say('sendMessage')}
      </Button>
    </form>
  )
}
