import type { Row } from 'stoa/api-types'
import { Link } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Link from the form of a landing page to its traffic report. */
export default function TrafficLink({ row }: { row?: Row }) {
  const say = useMessages()
  return row ? (
    <p>
      <Link to={`/admin/landing-page/traffic/${row.id}`}>{say('open')}</Link>
    </p>
  ) : null
}
