import { Card, HTMLTable } from '@blueprintjs/core'
import { Link, Moment, Money, rowPath, StatusTag, useResource, useSession } from 'stoa/admin'
import type { DayReport } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../texts.ts'

type Drawer = DayReport['sessions'][number]

/** Till sessions of the day: takings, counted cash, and the reason for a difference. */
export function Drawers({ report }: { report: DayReport }) {
  const say = useMessages()
  return (
    <Card compact>
      <h2>{say('drawers')}</h2>
      <div className="till-day-wide">
        <HTMLTable compact className="till-day-table">
          <thead>
            <tr>
              <th scope="col">{say('register')}</th>
              <th scope="col">{say('status')}</th>
              <th scope="col" className="num">
                {say('taken')}
              </th>
              <th scope="col" className="num">
                {say('floatShort')}
              </th>
              <th scope="col" className="num">
                {say('expected')}
              </th>
              <th scope="col" className="num">
                {say('counted')}
              </th>
              <th scope="col" className="num">
                {say('difference')}
              </th>
              <th scope="col">{say('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {report.sessions.map((one) => (
              <DrawerRow key={one.id} one={one} currency={report.currency} />
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Card>
  )
}

function DrawerRow({ one, currency }: { one: Drawer; currency: string }) {
  const say = useMessages()
  const figure = useFigures()
  const { manifest } = useSession()
  const sessions = useResource('pos_session')
  const differs = one.difference !== null && Number(one.difference) !== 0
  return (
    <tr>
      <th scope="row">
        {sessions ? <Link to={rowPath(manifest, sessions, one.id)}>{one.register}</Link> : one.register}
        <small className="quiet">
          {one.number} · <Moment value={one.opened_at} /> · {one.opened_by}
        </small>
      </th>
      <td data-label={say('status')}>
        <StatusTag word={one.status} />
        {one.missing > 0 && <small className="is-bad">{say('missingOf', { count: one.missing })}</small>}
      </td>
      <td data-label={say('taken')} className="num">
        <Money value={one.sold} currency={currency} />
        {one.back !== '0.00' && (
          <small className="quiet">
            {say('returns')} {figure(one.back)}
          </small>
        )}
      </td>
      <td data-label={say('floatShort')} className="num">
        {figure(one.float)}
      </td>
      <td data-label={say('expected')} className="num">
        {one.expected === null ? <span className="quiet">{say('afterCount')}</span> : figure(one.expected)}
      </td>
      <td data-label={say('counted')} className="num">
        {one.counted === null ? '–' : figure(one.counted)}
      </td>
      <td data-label={say('difference')} className={`num ${differs ? 'is-bad' : ''}`}>
        {one.difference === null ? '–' : figure(one.difference)}
      </td>
      <td data-label={say('reason')}>{one.reason || '–'}</td>
    </tr>
  )
}
