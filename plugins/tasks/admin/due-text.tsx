import { Time } from '@blueprintjs/icons'
import { DayInWords } from 'stoa/admin'
import type { TaskLine } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** The due date of a task; an overdue one says so in words too, not in colour alone. */
export function DueText({ task }: { task: Pick<TaskLine, 'due_date' | 'due_time' | 'is_overdue' | 'is_due'> }) {
  const say = useMessages()
  if (task.due_date === null) return null
  return (
    <span className={task.is_overdue ? 'task-due is-overdue' : 'task-due'}>
      <Time size={12} aria-hidden />{' '}
      {task.is_due && !task.is_overdue ? <span title={task.due_date}>{say('today')}</span> : <DayInWords value={task.due_date} />}
      {task.due_time && ` ${task.due_time}`}
      {task.is_overdue && ` · ${say('overdue')}`}
    </span>
  )
}
