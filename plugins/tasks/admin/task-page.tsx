import { Card, Checkbox, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { adminPath, DocumentCard, DocumentColumns, isMissing, LoadError, PageHeader, StatusTag, useMissing, useSession } from 'stoa/admin'
import type { TaskView } from '../api-types.ts'
import { taskQuery } from './queries.ts'
import { TaskActions } from './task-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskTimeline } from './task-timeline.tsx'
import { useTaskChange } from './use-task-change.ts'
import { useMessages } from './messages.ts'
import './tasks.css'

/** The page of a task. */
export default function TaskScreen() {
  const say = useMessages()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery({ ...taskQuery(id), retry: false })
  useMissing(error, adminPath('my-tasks'))
  if (isMissing(error)) return null
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  return <TaskPage key={data.id} task={data} />
}

function TaskPage({ task }: { task: TaskView }) {
  const say = useMessages()
  const { manifest } = useSession()
  const list = manifest.resources['task']
  const parent = list ? { label: list.plural, to: adminPath('tasks') } : { label: say('myTasks'), to: adminPath('my-tasks') }
  return (
    <div className="doc task-view">
      <PageHeader title={task.title} crumbs={[parent]} mark={<StatusTag word={task.status} />} actions={<TaskActions task={task} />} />
      <DocumentColumns
        main={
          <>
            {task.description !== '' && (
              <DocumentCard title={say('description')}>
                <p className="task-description" dir="auto">
                  {task.description}
                </p>
              </DocumentCard>
            )}
            {task.checklist.length > 0 && <Checklist task={task} />}
          </>
        }
        side={<TaskFacts task={task} />}
        last={<TaskTimeline id={task.id} />}
      />
    </div>
  )
}

/** The checklist, ticked in place. */
function Checklist({ task }: { task: TaskView }) {
  const say = useMessages()
  const { tick } = useTaskChange()
  /** What was ticked last, until the server has answered. */
  const [pending, setPending] = useState<{ id: string; done: boolean }>()
  const done = task.checklist.filter((item) => item.done).length
  const change = async (id: string, checked: boolean) => {
    setPending({ id, done: checked })
    await tick(task.id, id, checked)
    setPending(undefined)
  }
  return (
    <Card compact className="doc-card">
      <h2>
        {say('checklist')}{' '}
        <span className="quiet num">
          {done}/{task.checklist.length}
        </span>
      </h2>
      <ul className="task-checklist">
        {task.checklist.map((item) => {
          const checked = pending?.id === item.id ? pending.done : item.done
          return (
            <li key={item.id}>
              <Checkbox
                checked={checked}
                disabled={!task.may.tick}
                onChange={({ currentTarget }) => void change(item.id, currentTarget.checked)}
              >
                <bdi className={checked ? 'is-done' : undefined}>{item.text}</bdi>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
