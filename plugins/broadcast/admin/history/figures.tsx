import { Card } from '@blueprintjs/core'
import type { History } from '../../api-types.ts'
import { useHistoryTexts } from '../texts.ts'

/** The key figures of a broadcast. */
export function Figures({ of }: { of: History }) {
  const say = useHistoryTexts()
  const sent = of.statuses.filter(({ status }) => status === 'sent').reduce((sum, { count }) => sum + count, 0)
  const share = (count: number) => (sent === 0 ? '' : say('share', { percent: Math.round((1_000 * count) / sent) / 10 }))
  const looks = of.tracked || of.opens.total > 0
  return (
    <div className="broadcast-numbers">
      <Figure title={say('sent')} count={sent} note={say('of', { total: of.recipients })} />
      {of.channel === 'email' && looks && (
        <>
          <Figure
            title={say('opened')}
            count={of.opens.people}
            note={`${share(of.opens.people)} ${say('times', { count: of.opens.total })}`}
          />
          <Figure
            title={say('clicked')}
            count={of.clicks.people}
            note={`${share(of.clicks.people)} ${say('times', { count: of.clicks.total })}`}
          />
        </>
      )}
      {of.channel === 'email' && (
        <>
          <Figure title={say('bounced')} count={of.hard_bounces} note={say('soft', { count: of.soft_bounces })} />
          <Figure title={say('complained')} count={of.complaints} note={share(of.complaints)} />
        </>
      )}
      <Figure title={say('unsubscribed')} count={of.unsubscribes} note={share(of.unsubscribes)} />
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
