import { Card } from '@blueprintjs/core'
import { CardTable, Link, Moment, Money, rowPath, StatusTag, useResource, useSession } from 'stoa/admin'
import type { DayReport } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'

type Drawer = DayReport['sessions'][number]

/** Till sessions of the day: takings, counted cash, and the reason for a difference. */
export function Drawers({ report }: { report: DayReport }) {
  const say = useMessages()
  return (
    <Card compact className="till-day-table">
      <h2>{say('drawers')}</h2>
      <CardTable
        caption={say('drawers')}
        heads={[
          say('register'),
          say('status'),
          ...[say('taken'), say('floatShort'), say('expected'), say('counted'), say('difference')].map((label) => ({
            label,
            end: true as const,
          })),
          say('reason'),
        ]}
      >
        {report.sessions.map((session) => (
          <DrawerRow key={session.id} drawer={session} currency={report.currency} />
        ))}
      </CardTable>
    </Card>
  )
}

function DrawerRow({ drawer, currency }: { drawer: Drawer; currency: string }) {
  const say = useMessages()
  const figure = useFigures()
  const { manifest } = useSession()
  const sessions = useResource('pos_session')
  const differs = drawer.difference !== null && Number(drawer.difference) !== 0
  return (
    <tr>
      <th scope="row">
        {sessions ? <Link to={rowPath(manifest, sessions, drawer.id)}>{drawer.register}</Link> : drawer.register}
        <small className="quiet">
          {drawer.number} · <Moment value={drawer.opened_at} /> · {drawer.opened_by}
        </small>
      </th>
      <td data-label={say('status')}>
        <StatusTag word={drawer.status} />
        {drawer.missing > 0 && <small className="is-bad">{say('missingOf', { count: drawer.missing })}</small>}
      </td>
      <td data-label={say('taken')} className="num is-end">
        <Money value={drawer.sold} currency={currency} />
        {drawer.back !== '0.00' && (
          <small className="quiet">
            {say('returns')} {figure(drawer.back)}
          </small>
        )}
      </td>
      <td data-label={say('floatShort')} className="num is-end">
        {figure(drawer.float)}
      </td>
      <td data-label={say('expected')} className="num is-end">
        {drawer.expected === null ? <span className="quiet">{say('afterCount')}</span> : figure(drawer.expected)}
      </td>
      <td data-label={say('counted')} className="num is-end">
        {drawer.counted === null ? '–' : figure(drawer.counted)}
      </td>
      <td data-label={say('difference')} className={`num is-end ${differs ? 'is-bad' : ''}`}>
        {drawer.difference === null ? '–' : figure(drawer.difference)}
      </td>
      <td data-label={say('reason')}>{drawer.reason || '–'}</td>
    </tr>
  )
}
