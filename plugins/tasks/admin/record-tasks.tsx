import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { tasksAboutQuery } from './queries.ts'
import { TaskList } from './task-list.tsx'
import { useMessages } from './messages.ts'

/** On the page of a record: the open tasks about it. Nothing when there are none. */
export default function RecordTasks({ resource, id }: { resource: string; id: number }) {
  const say = useMessages()
  const heading = useId()
  const { data } = useQuery(tasksAboutQuery(resource, id))
  if (!data || data.data.length === 0) return null
  return (
    <Card compact className="panel task-record" role="region" aria-labelledby={heading}>
      <h2 id={heading}>
        {say('openTasks')} <span className="quiet num">{data.data.length}</span>
      </h2>
      <TaskList tasks={data.data} label={say('openTasks')} showAssignee showSubject={false} />
    </Card>
  )
}
