import { adminPath, Day, Link, StatusTag } from 'stoa/admin'
import type { OwnLeave } from '../../api-types.ts'
import { useDaysText, useMessages } from '../messages.ts'

/** The dates of a leave; one date once. */
export function LeaveDates({ leave }: { leave: Pick<OwnLeave, 'start_date' | 'end_date' | 'start_half' | 'end_half'> }) {
  const say = useMessages()
  const { start_date, end_date, start_half, end_half } = leave
  const half = start_half === 'pm' ? say('part_pm') : end_half === 'am' ? say('part_am') : ''
  if (start_date === end_date)
    return (
      <>
        <Day value={start_date} /> {half}
      </>
    )
  return (
    <>
      <Day value={start_date} /> {start_half === 'pm' ? say('part_pm') : ''} – <Day value={end_date} />{' '}
      {end_half === 'am' ? say('part_am') : ''}
    </>
  )
}

/** Own leaves, each a link to its page. */
export function LeaveList({ leaves }: { leaves: readonly OwnLeave[] }) {
  const daysText = useDaysText()
  return (
    <ul className="leave-list">
      {leaves.map((leave) => (
        <li key={leave.id}>
          <Link className="leave-item" to={adminPath(`my-leave/view/${leave.id}`)}>
            <span className="leave-line">
              <strong>{leave.type.title}</strong>
              <StatusTag word={leave.status} />
            </span>
            <span className="leave-line">
              <span>
                <LeaveDates leave={leave} />
              </span>
              <span className="num">{daysText(leave.days)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
