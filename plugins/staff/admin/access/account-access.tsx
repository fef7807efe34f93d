import type { Row } from 'stoa/api-types'
import { Link, Moment } from 'stoa/admin'
import './access.css'
import { useMessages } from './messages.ts'

/** Beside an account: last sign-in, and a link to its permissions. */
export default function OfAccount({ row }: { row?: Row }) {
  const say = useMessages()
  if (!row) return null
  const last = row['last_login_at']
  return (
    <section className="panel access-card" aria-labelledby="of-account">
      <h2 id="of-account">{say('actions')}</h2>
      <p>
        <span className="quiet small">{say('lastLogin')}</span>
        <br />
        {typeof last === 'string' ? <Moment value={last} /> : say('never')}
      </p>
      <p>
        <Link to={`/admin/access?account=${row.id}`}>{say('ask')}</Link>
      </p>
    </section>
  )
}
