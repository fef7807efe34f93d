import { Card } from '@blueprintjs/core'
import type { History } from '../../api-types.ts'
import { useHistoryTexts } from '../messages.ts'

/** The key figures of a broadcast. */
export function Figures({ history }: { history: History }) {
  const say = useHistoryTexts()
  const sent = history.statuses.filter(({ status }) => status === 'sent').reduce((sum, { count }) => sum + count, 0)
  const share = (count: number) => (sent === 0 ? '' : say('share', { percent: Math.round((1_000 * count) / sent) / 10 }))
  const looks = history.tracked || history.opens.total > 0
  return (
    <div className="broadcast-numbers">
      <Figure title={say('sent')} count={sent} note={say('of', { total: history.recipients })} />
      {history.channel === 'email' && looks && (
        <>
          <Figure
            title={say('opened')}
            count={history.opens.people}
            note={`${share(history.opens.people)} ${say('times', { count: history.opens.total })}`}
          />
          <Figure
            title={say('clicked')}
            count={history.clicks.people}
            note={`${share(history.clicks.people)} ${say('times', { count: history.clicks.total })}`}
          />
        </>
      )}
      {history.channel === 'email' && (
        <>
          <Figure title={say('bounced')} count={history.hard_bounces} note={say('soft', { count: history.soft_bounces })} />
          <Figure title={say('complained')} count={history.complaints} note={share(history.complaints)} />
        </>
      )}
      <Figure title={say('unsubscribed')} count={history.unsubscribes} note={share(history.unsubscribes)} />
    </div>
  )
}

function Figure({ title, count, note }: { title: string; count: number; note: string }) {
  return (
    <Card compact>
      {title}
      <strong className="num">{count.toLocaleString()}</strong>
      <span className="quiet small">{note}</span>
    </Card>
  )
}
