/** Public exports of this plugin. */
export interface TaskChange {
  taskId: number
  title: string
  status: 'to_do' | 'process' | 'completed' | 'canceled'
  /** ISO 8601; of an all-day task, the start of the day in the shop. */
  dueAt: string | null
  allDay: boolean
  assigneeEmail: string | null
  /** Time of the last change of these values. */
  changedAt: string
  externalTool: string | null
  externalId: string | null
  /** The other tool that made this change; null for a change made here. */
  origin: string | null
}

declare module 'stoa/events' {
  interface Events {
    /** A task was created. */
    'task.created': TaskChange
    /** Title, due date, assignee or status of a task changed, other than by completing it. */
    'task.updated': TaskChange
    /** A task was completed. */
    'task.completed': TaskChange
  }
}

export { task } from './resources/task.ts'
export { TASKS, type ExternalChange, type NewTask, type TaskSummary, type Tasks } from './services/tasks.ts'
