import type { TaskChange } from './services/task-events.ts'

/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** A task was created. */
    'task.created': TaskChange
    /** Title, due date, assignee or status of a task changed, other than by completing it. */
    'task.updated': TaskChange
    /** A task was completed. */
    'task.completed': TaskChange
    /** A task was deleted because the person it was about was erased. */
    'task.erased': { taskId: number }
  }
}

export type { TaskChange } from './services/task-events.ts'
export { task } from './resources/task.ts'
export { TASKS, type ExternalChange, type NewTask, type TaskSummary, type Tasks } from './services/tasks.ts'
