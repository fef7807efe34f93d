import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { adminPath, Link } from 'stoa/admin'
import { ownTasksQuery } from './queries.ts'
import { TaskList } from './task-list.tsx'
import { useMessages } from './messages.ts'

const MOST = 6

/** Card of the dashboard: the tasks of the user that are due today or earlier, else the next ones. */
export default function DueCard() {
  const say = useMessages()
  const { data } = useQuery(ownTasksQuery('assigned'))
  const tasks = data?.data ?? []
  const due = tasks.filter((task) => task.is_due)
  const shown = (due.length > 0 ? due : tasks).slice(0, MOST)
  if (!data) return null
  return (
    <Card compact className="panel desk-card">
      <h2>
        <Link to={adminPath('my-tasks')}>{say('myTasks')}</Link> {due.length > 0 && <span className="quiet num">{due.length}</span>}
      </h2>
      {shown.length === 0 ? (
        <p className="quiet">{say('empty_assigned')}</p>
      ) : (
        <>
          {due.length === 0 && <p className="quiet small">{say('noneDue')}</p>}
          <TaskList tasks={shown} label={say('myTasks')} />
        </>
      )}
    </Card>
  )
}
