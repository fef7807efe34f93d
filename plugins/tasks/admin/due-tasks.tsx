import { useQuery } from '@tanstack/react-query'
import type { TaskLines } from '../api-types.ts'
import { ownTasksQuery } from './queries.ts'
import { TaskList } from './task-list.tsx'
import { useMessages } from './messages.ts'

const MOST = 6

/** The tasks of the user that are due today or earlier, else the next ones. `data` are those that the page has read already. */
export default function DueTasks({ data: known }: { data?: TaskLines }) {
  const say = useMessages()
  const { data } = useQuery({ ...ownTasksQuery('assigned'), ...(known ? { initialData: known } : {}) })
  const tasks = data?.data ?? []
  const due = tasks.filter((task) => task.is_due)
  const visibleTasks = (due.length > 0 ? due : tasks).slice(0, MOST)
  if (!data) return null
  if (visibleTasks.length === 0) return <p className="quiet">{say('empty_assigned')}</p>
  return (
    <>
      {due.length === 0 && <p className="quiet small">{say('noneDue')}</p>}
      <TaskList tasks={visibleTasks} label={say('myTasks')} />
    </>
  )
}
