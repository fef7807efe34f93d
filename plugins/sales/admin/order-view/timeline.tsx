import { Button, Card, Checkbox, TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, notifyFailure, notifySuccess, StatusTag, useSession, useT } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { Entry } from './types.ts'

const DAY_MS = 86_400_000

/** What has happened to an order, newest first and day by day, and a place to add a word. */
export function Timeline({ id }: { id: string }) {
  const say = useTexts()
  const { me } = useSession()
  const { data } = useQuery({
    queryKey: ['order-timeline', id],
    queryFn: () => api<{ data: Entry[] }>(`order/${id}/timeline`),
  })
  const dayOf = useDays()
  const days = new Map<string, Entry[]>()
  for (const entry of (data?.data ?? []).toReversed()) days.set(dayOf(entry.at), [...(days.get(dayOf(entry.at)) ?? []), entry])
  return (
    <Card compact className="order-card">
      <h2>{say('history')}</h2>
      {me.role.permission_list.includes('comment order') && <Comment id={id} />}
      {[...days].map(([day, entries]) => (
        <section key={day} className="order-day">
          <h3>{day}</h3>
          <ol className="order-history">
            {entries.map((entry) => (
              <Happening key={`${entry.at} ${entry.kind} ${entry.to_status ?? entry.body}`} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </Card>
  )
}

function Happening({ entry }: { entry: Entry }) {
  const say = useTexts()
  const { language } = useT()
  const { time_zone: timeZone } = useSession().manifest.site
  const at = new Date(entry.at)
  const names: Record<string, string> = {
    guest: say('guest'),
    customer: say('customer_who'),
    system: say('system'),
  }
  const spoken = entry.kind !== 'status'
  const initial = spoken ? entry.who.slice(0, 1).toUpperCase() : ''
  return (
    <li className={entry.kind === 'status' ? 'is-status' : `is-comment${entry.kind === 'customer' ? ' is-customer' : ''}`}>
      <span className="order-dot" aria-hidden>
        {initial}
      </span>
      <div className="order-happening">
        <div className="order-what">
          {entry.kind === 'status' ? <StatusTag word={entry.to_status ?? ''} /> : <strong>{entry.who}</strong>}
          <span className="quiet small">
            <time dateTime={entry.at} title={at.toLocaleString(language, { timeZone })}>
              {at.toLocaleTimeString(language, { timeZone, hour: '2-digit', minute: '2-digit' })}
            </time>
            {entry.kind === 'status' && entry.who ? ` · ${names[entry.who] ?? entry.who}` : ''}
            {entry.kind === 'customer' ? ` · ${say('fromCustomer')}` : entry.kind === 'comment' && entry.visible ? ` · ${say('seen')}` : ''}
          </span>
        </div>
        {entry.body && <p className="order-said">{entry.body}</p>}
      </div>
    </li>
  )
}

/** "Today", "Yesterday" or a date, by the clock of the business. */
function useDays(): (at: string) => string {
  const say = useTexts()
  const { language } = useT()
  const { time_zone: timeZone } = useSession().manifest.site
  const day = (at: Date) => at.toLocaleDateString('en-CA', { timeZone })
  return (text) => {
    const at = new Date(text)
    if (day(at) === day(new Date())) return say('today')
    if (day(at) === day(new Date(Date.now() - DAY_MS))) return say('yesterday')
    return at.toLocaleDateString(language, { timeZone, dateStyle: 'medium' })
  }
}

function Comment({ id }: { id: string }) {
  const say = useTexts()
  const client = useQueryClient()
  const field = useId()
  const [comment, setComment] = useState('')
  const [visible, setVisible] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api(`order/${id}/comment`, { method: 'POST', body: { comment, visible } })
      setComment('')
      setVisible(false)
      notifySuccess(say('added'))
      await client.invalidateQueries({ queryKey: ['order-timeline', id] })
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="order-comment" onSubmit={(event) => void send(event)}>
      <label htmlFor={field}>{say('comment')}</label>
      <TextArea id={field} fill rows={2} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      <div className="order-comment-end">
        <Checkbox label={say('visible')} checked={visible} onChange={(event) => setVisible(event.currentTarget.checked)} />
        <Button type="submit" loading={busy} disabled={comment.trim() === ''}>
          {say('add')}
        </Button>
      </div>
    </form>
  )
}
