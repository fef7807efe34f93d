import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { DayInWords, DocumentCard, DocumentFacts, Link, Moment, rowPath, useSession } from 'stoa/admin'
import type { TaskView } from '../api-types.ts'
import { DueText } from './due-text.tsx'
import { useTaskChange } from './use-task-change.ts'
import { useMessages } from './messages.ts'

/** Side column of the page of a task: dates, people, and what it is about. */
export function TaskFacts({ task }: { task: TaskView }) {
  const say = useMessages()
  return (
    <>
      <DocumentCard title={say('details')}>
        <DocumentFacts
          facts={[
            [say('due_date'), task.due_date === null ? '–' : <DueText key="due" task={task} />],
            [say('assignee'), <bdi key="assignee">{task.assignee?.name ?? say('nobody')}</bdi>],
            [say('priority'), say(`priority_${task.priority}`)],
            (task.subject !== null || task.has_subject) && [say('record'), <SubjectLink key="record" task={task} />],
            task.remind_date !== null && [
              say('remind'),
              <span key="remind">
                <DayInWords value={task.remind_date} /> {task.remind_time}
              </span>,
            ],
            task.recurrence !== 'none' && [say('recurrence'), <RecurrenceText key="recurrence" task={task} />],
            task.external !== null && [say('external'), <ExternalLink key="external" external={task.external} />],
            [say('creator'), <bdi key="creator">{task.creator?.name ?? say('system')}</bdi>],
            [say('created_at'), <Moment key="created" value={task.created_at} />],
            task.completed_at !== null && [say('completed_at'), <Moment key="completed" value={task.completed_at} />],
          ]}
        />
      </DocumentCard>
      <Watchers task={task} />
    </>
  )
}

/** The record that the task is about, as far as the reader may see it. */
function SubjectLink({ task: { subject } }: { task: TaskView }) {
  const say = useMessages()
  const { manifest } = useSession()
  if (!subject) return <span className="quiet">{say('hiddenRecord')}</span>
  const resource = manifest.resources[subject.resource]
  const name: ReactNode = (
    <>
      {subject.label} <bdi>{subject.title}</bdi>
    </>
  )
  return resource ? <Link to={rowPath(manifest, resource, subject.id)}>{name}</Link> : name
}

function RecurrenceText({ task }: { task: TaskView }) {
  const say = useMessages()
  const { recurrence, recurrence_every: every, recurrence_until: until } = task
  const rule =
    every === 1 || recurrence === 'workdays' || recurrence === 'none'
      ? say(`recurrence_${recurrence}`)
      : say(`everyOf_${recurrence}`, { count: every })
  return (
    <>
      {rule}
      {until !== null && (
        <>
          {' '}
          · {say('recurrence_until')} <DayInWords value={until} />
        </>
      )}
    </>
  )
}

function ExternalLink({ external }: { external: NonNullable<TaskView['external']> }) {
  const name = `${external.tool} ${external.id}`
  if (external.url === null) return name
  return (
    <a href={external.url} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}

function Watchers({ task }: { task: TaskView }) {
  const say = useMessages()
  const { watch } = useTaskChange()
  return (
    <DocumentCard title={say('watchers')}>
      {task.watchers.length === 0 ? (
        <p className="quiet">{say('noWatchers')}</p>
      ) : (
        <ul className="task-people">
          {task.watchers.map((watcher) => (
            <li key={watcher.id}>
              <bdi>{watcher.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" aria-pressed={task.is_watching} onClick={() => void watch(task.id, !task.is_watching)}>
        {say(task.is_watching ? 'unwatch' : 'watch')}
      </Button>
    </DocumentCard>
  )
}
