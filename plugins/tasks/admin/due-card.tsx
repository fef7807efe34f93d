import { Card } from '@blueprintjs/core'
import { adminPath, Link } from 'stoa/admin'
import DueTasks from './due-tasks.tsx'
import { useMessages } from './messages.ts'

/** Card of one's own work: the tasks that are due. */
export default function DueCard() {
  const say = useMessages()
  return (
    <Card compact className="panel desk-card">
      <h2>
        <Link to={adminPath('my-tasks')}>{say('myTasks')}</Link>
      </h2>
      <DueTasks />
    </Card>
  )
}
