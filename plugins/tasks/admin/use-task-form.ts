import { useState } from 'react'
import { api, type Errors, failureLines, fieldErrors, postOnce, useSession } from 'stoa/admin'
import type { TaskSubject, TaskView } from '../api-types.ts'
import { useReloadTasks } from './queries.ts'
import { emptyTask, type TaskValues, toBody, toValues } from './task-values.ts'
import { useMessages } from './messages.ts'

interface Options {
  /** The task that is edited; a new one without it. */
  task?: TaskView | undefined
  /** Title of a new task. */
  title?: string
  /** The record that a new task is about. */
  subject?: TaskSubject | undefined
  /** Called with the id once the task is stored. */
  done: (id: number) => void
}

/** Fields that the form shows; problems of others are shown above it. */
const formFields = new Set([
  ...['title', 'description', 'checklist', 'due_at', 'due_date', 'due_time', 'assignee_admin_id', 'watchers', 'remind_at', 'remind_date'],
  ...['recurrence', 'recurrence_every', 'recurrence_until'],
])

/** State of the form of a task. */
export function useTaskForm({ task, title = '', subject, done }: Options) {
  const say = useMessages()
  const { me } = useSession()
  const reload = useReloadTasks()
  const [values, setValues] = useState<TaskValues>(() => (task ? toValues(task) : { ...emptyTask(me.id), title }))
  // A new key for every change: only a retry of the same request is the same request.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [errors, setErrors] = useState<Errors>({})
  const [lines, setLines] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<TaskValues>) => {
    setValues((now) => ({ ...now, ...part }))
    setKey(crypto.randomUUID())
  }
  const send = (): Promise<{ id: number }> => {
    if (task) return api(`my/task/${task.id}`, { method: 'PUT', body: { ...toBody(values), version: task.version } })
    const about = subject ? { subject_type: subject.resource, subject_id: subject.id } : {}
    return postOnce('my/task', { ...toBody(values), ...about }, key)
  }
  const submit = async () => {
    if (busy) return
    if (values.title.trim() === '') return setErrors({ title: [say('titleMissing')] })
    setBusy(true)
    try {
      const { id } = await send()
      setErrors({})
      setLines([])
      await reload()
      done(id)
    } catch (failure) {
      const byField = fieldErrors(failure)
      setErrors(byField)
      setLines(Object.keys(byField).every((name) => formFields.has(name)) && Object.keys(byField).length > 0 ? [] : failureLines(failure))
    }
    setBusy(false)
  }
  return { values, change, errors, lines, busy, submit }
}
