import type { TaskView } from '../api-types.ts'

/** Values of the form of a task. Blank texts are no values. */
export interface TaskValues {
  title: string
  description: string
  priority: TaskView['priority']
  due_date: string
  due_time: string
  /** Local date and time, as `datetime-local` has it. */
  remind: string
  /** Account id; 0 for nobody. */
  assignee: number
  watchers: readonly { id: number; name: string }[]
  checklist: TaskView['checklist']
  recurrence: TaskView['recurrence']
  recurrence_every: string
  recurrence_until: string
}

/** A new task of an account. */
export const emptyTask = (assignee: number): TaskValues => ({
  ...{ title: '', description: '', priority: 'normal', due_date: '', due_time: '', remind: '', assignee, watchers: [], checklist: [] },
  ...{ recurrence: 'none', recurrence_every: '1', recurrence_until: '' },
})

/** The values of a stored task. */
export const toValues = (task: TaskView): TaskValues => ({
  ...{ title: task.title, description: task.description, priority: task.priority, watchers: task.watchers, checklist: task.checklist },
  due_date: task.due_date ?? '',
  due_time: task.due_time ?? '',
  remind: task.remind_date === null ? '' : `${task.remind_date}T${task.remind_time ?? '00:00'}`,
  assignee: task.assignee?.id ?? 0,
  recurrence: task.recurrence,
  recurrence_every: String(task.recurrence_every),
  recurrence_until: task.recurrence_until ?? '',
})

/** The body of a request. */
export function toBody(values: TaskValues): Record<string, unknown> {
  const [remind_date = '', remind_time = ''] = values.remind.split('T')
  const { title, description, priority, checklist, recurrence } = values
  return {
    ...{ title, description, priority, recurrence },
    checklist: checklist.filter(({ text }) => text.trim() !== ''),
    due_date: values.due_date || null,
    due_time: (values.due_date && values.due_time) || null,
    remind_date: remind_date || null,
    remind_time: remind_time || null,
    assignee_admin_id: values.assignee || null,
    watchers: values.watchers.map(({ id }) => id),
    recurrence_every: Number(values.recurrence_every) || 1,
    recurrence_until: recurrence === 'none' ? null : values.recurrence_until || null,
  }
}
