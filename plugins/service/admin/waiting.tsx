import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { adminPath, Day, Link, listQuery, StatusTag, useResource, useT } from '#admin'
import { useTexts } from './texts.ts'

const MOST = 6
const open = 'pending,paid,abnormal'

/** Applications on the dashboard that somebody has to do something about. */
export default function WaitingCard() {
  const say = useTexts()
  const { language } = useT()
  const resource = useResource('application')
  const { data } = useQuery(listQuery('application', { language, page: 1, limit: MOST, status: open, sort: 'id' }))
  if (!resource || !data || data.data.length === 0) return null
  return (
    <Card compact className="panel">
      <header>
        <h2>{say('waiting')}</h2>
        <Link to={`${adminPath(resource.path)}?status=${open}`}>{say('all')}</Link>
      </header>
      <ul className="plain-list">
        {data.data.map((row) => (
          <li key={row.id}>
            <Link to={adminPath(`service/${row.id}`)}>{String(row['service'])}</Link> <StatusTag word={String(row['status'])} />
            <br />
            <span className="quiet small">
              {String(row['applicant'])} · <Day value={String(row['created_at'])} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
