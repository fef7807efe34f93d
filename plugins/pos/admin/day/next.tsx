import { Callout } from '@blueprintjs/core'
import { adminPath, Link, rowPath, useResource, useSession } from 'stoa/admin'
import type { DayReport } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'

/** The next step to close the day, with a link. */
export function Next({ report, store }: { report: DayReport; store: number }) {
  const say = useMessages()
  const figure = useFigures()
  const { manifest } = useSession()
  const sessions = useResource('pos_session')
  const tickets = useResource('pos_ticket')
  const filterSessions = (found: (session: DayReport['sessions'][number]) => boolean) => report.sessions.filter(found)
  const names = (list: DayReport['sessions']) => [...new Set(list.map(({ register }) => register))].join(', ')
  const open = filterSessions(({ status }) => status === 'processing' || status === 'payment_review')
  const missing = filterSessions((session) => session.missing > 0)
  const [doubted] = filterSessions(({ status }) => status === 'abnormal')
  const main = 'bp6-button bp6-intent-primary'
  if (missing.length > 0)
    return (
      <Callout intent="warning" icon={false} title={say('dayMissing', { count: report.missing })}>
        <p>{say('dayMissingLead', { registers: names(missing) })}</p>
      </Callout>
    )
  if (open.length > 0)
    return (
      <Callout intent="primary" icon={false} title={say('dayOpen', { registers: names(open) })}>
        <p>{say('dayOpenLead')}</p>
        <Link to={adminPath(`store/pos/new/${store}`)} className={main}>
          {say('toCounter')}
        </Link>
      </Callout>
    )
  if (doubted)
    return (
      <Callout
        intent="warning"
        icon={false}
        title={say('dayDoubted', { register: doubted.register, amount: figure(doubted.difference ?? '') })}
      >
        <p>{doubted.reason}</p>
        {sessions && (
          <Link to={rowPath(manifest, sessions, doubted.id)} className={main}>
            {say('toDifference')}
          </Link>
        )}
      </Callout>
    )
  return (
    <Callout intent="success" icon={false} title={say('dayClosed')}>
      {report.trouble > 0 && tickets && (
        <>
          <p>{say('dayTrouble', { count: report.trouble })}</p>
          <Link
            to={`${adminPath(tickets.path)}?trouble__empty=0&seen_at__empty=1&store_id=${store}`}
            className="bp6-button bp6-intent-primary"
          >
            {say('toTickets')}
          </Link>
        </>
      )}
    </Callout>
  )
}
