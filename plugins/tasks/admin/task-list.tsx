import { Checkbox, Tag } from '@blueprintjs/core'
import { Repeat, TickCircle } from '@blueprintjs/icons'
import { useState } from 'react'
import { adminPath, Link, rowPath, StatusTag, useSession } from 'stoa/admin'
import type { TaskLine } from '../api-types.ts'
import { DueText } from './due-text.tsx'
import { useTaskChange } from './use-task-change.ts'
import { useMessages } from './messages.ts'
import './tasks.css'

interface Props {
  tasks: readonly TaskLine[]
  /** Accessible name of the list. */
  label: string
  showAssignee?: boolean
  showSubject?: boolean
}

/** Tasks, each with a checkbox that completes it and a link to its page. */
export function TaskList({ tasks, label, showAssignee = false, showSubject = true }: Props) {
  return (
    <ul className="task-list" aria-label={label}>
      {tasks.map((task) => (
        <TaskItem key={task.id} task={task} showAssignee={showAssignee} showSubject={showSubject} />
      ))}
    </ul>
  )
}

function TaskItem({ task, showAssignee, showSubject }: { task: TaskLine; showAssignee: boolean; showSubject: boolean }) {
  const say = useMessages()
  const { move } = useTaskChange()
  const [busy, setBusy] = useState(false)
  const isDone = task.status === 'completed'
  const action = isDone ? 'reopen' : 'complete'
  const toggle = async () => {
    setBusy(true)
    await move(task.id, action)
    setBusy(false)
  }
  return (
    <li className={isDone || task.status === 'canceled' ? 'task-item is-closed' : 'task-item'}>
      <Checkbox
        className="task-check"
        checked={isDone !== busy}
        disabled={busy || !task.actions.includes(action)}
        aria-label={say(isDone ? 'reopenNamed' : 'completeNamed', { title: task.title })}
        onChange={() => void toggle()}
      />
      <div className="task-body">
        <Link to={adminPath(`tasks/${task.id}`)} className="task-title">
          <bdi>{task.title}</bdi>
        </Link>
        <TaskMeta task={task} showAssignee={showAssignee} showSubject={showSubject} />
      </div>
    </li>
  )
}

/** The line below the title of a task; nothing for a plain one. */
function TaskMeta({ task, showAssignee, showSubject }: { task: TaskLine; showAssignee: boolean; showSubject: boolean }) {
  const say = useMessages()
  const { manifest } = useSession()
  const { subject } = task
  const resource = subject ? manifest.resources[subject.resource] : undefined
  return (
    <div className="task-meta small quiet">
      {(task.status === 'process' || task.status === 'canceled') && <StatusTag word={task.status} />}
      {(task.priority === 'high' || task.priority === 'urgent') && (
        <Tag minimal intent={task.priority === 'urgent' ? 'danger' : 'warning'}>
          {say(`priority_${task.priority}`)}
        </Tag>
      )}
      <DueText task={task} />
      {task.recurrence !== 'none' && (
        <span>
          <Repeat size={12} aria-hidden /> {say(`recurrence_${task.recurrence}`)}
        </span>
      )}
      {task.checklist_total > 0 && (
        <span className="num" title={say('checklist')}>
          <TickCircle size={12} aria-hidden /> <span className="sr-only">{say('checklist')}: </span>
          {task.checklist_done}/{task.checklist_total}
        </span>
      )}
      {showAssignee && <bdi>{task.assignee?.name ?? say('nobody')}</bdi>}
      {showSubject && subject && resource && (
        <Link to={rowPath(manifest, resource, subject.id)}>
          {subject.label} <bdi>{subject.title}</bdi>
        </Link>
      )}
    </div>
  )
}
