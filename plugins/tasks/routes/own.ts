import { f, FORBIDDEN, NOT_FOUND, route, STALE, t, WRONG_STATE } from 'stoa'
import { TaskHistory, TaskLines, TaskPeopleAnswer, TasksAbout, TaskView } from '../api-types.ts'
import { taskActions } from '../domain/statuses.ts'
import { taskFields } from '../resources/task-fields.ts'
import { findAssignable } from '../services/account-names.ts'
import { createOwnTask, deleteTask, editTask, moveTask, tickTaskItem, watchTask } from '../services/own-tasks.ts'
import { readHistory } from '../services/read-history.ts'
import { readTask } from '../services/read-task.ts'
import { readOwnTasks, readTasksAbout } from '../services/read-tasks.ts'

const { title, description, priority, checklist, recurrence, recurrence_every, recurrence_until } = taskFields

const localDate = f.maybe(f.date({ docs: 'On the clock of the shop.' }))
const input = {
  title,
  description,
  priority,
  assignee_admin_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, docs: 'An account. A new task without one is the caller’s.' })),
  checklist,
  recurrence,
  recurrence_every,
  recurrence_until,
  due_date: localDate,
  due_time: f.maybe(f.time({ docs: 'Without it the task is due on the whole day.' })),
  remind_date: localDate,
  remind_time: f.maybe(f.time()),
  watchers: f.ids({ default: [], maxItems: 50, docs: 'Accounts.' }),
}
const subject = {
  subject_type: f.maybe(f.text({ maxLength: 100, docs: 'Name of a resource.' })),
  subject_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })),
}
const Changed = t.object({ id: t.id() })

/** The values of a body that were sent; the others are defaults of their fields. */
const pickSent = <V extends object>(values: V, body: unknown): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(Object(body), name))) as Partial<V>

/**
 * Routes of every member of staff. They reach the tasks in the row scope: with the permission to read tasks all, else those assigned to,
 * created or watched by the caller. What the caller may change is decided for each task.
 */
export const ownRoutes = [
  route({
    on: 'GET /my/task',
    id: 'my.tasks',
    summary: 'Tasks of the caller',
    open: 'signed-in',
    query: {
      view: f.pick(['assigned', 'created', 'watched'], { default: 'assigned', docs: '`created`: by the caller, for others.' }),
      closed: f.flag({ default: false, docs: 'Those that were finished last, instead of the open ones.' }),
    },
    response: TaskLines,
    run: ({ ctx, query }) => readOwnTasks(ctx, query),
  }),
  route({
    on: 'GET /my/task/about',
    id: 'my.tasks_about',
    summary: 'Open tasks about a record the caller may read',
    open: 'signed-in',
    query: {
      subject: f.text({ maxLength: 100, docs: 'Name of the resource.' }),
      subject_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    },
    response: TasksAbout,
    errors: [NOT_FOUND],
    run: ({ ctx, query }) => readTasksAbout(ctx, query.subject, query.subject_id),
  }),
  route({
    on: 'GET /my/task/people',
    id: 'my.task_people',
    summary: 'Accounts that a task can be assigned to',
    needs: 'create task | update task',
    response: TaskPeopleAnswer,
    run: async ({ kernel }) => ({ data: await findAssignable(kernel) }),
  }),
  route({
    on: 'POST /my/task',
    id: 'my.task_create',
    summary: 'Create a task for oneself, or with a permission for others',
    open: 'signed-in',
    idempotent: true,
    body: { ...input, ...subject },
    response: Changed,
    status: 201,
    run: async ({ ctx, body: { subject_type, subject_id, assignee_admin_id: assignee, ...values }, idempotencyKey }) => {
      const own = assignee === null ? values : { ...values, assignee_admin_id: assignee }
      return { id: await createOwnTask(ctx, { subject_type, subject_id }, own, idempotencyKey) }
    },
  }),
  route({
    on: 'GET /my/task/:id',
    id: 'my.task_view',
    summary: 'A task, and what the caller may do with it',
    open: 'signed-in',
    response: TaskView,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readTask(ctx, params.id),
  }),
  route({
    on: 'GET /my/task/:id/history',
    id: 'my.task_history',
    summary: 'Changes of a task with actors, oldest first',
    open: 'signed-in',
    response: TaskHistory,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readHistory(ctx, params.id),
  }),
  route({
    on: 'PUT /my/task/:id',
    id: 'my.task_update',
    summary: 'Change a task the caller created, or with a permission any',
    description: 'Fields that are absent stay as they are. A due or reminder time counts together with its date.',
    open: 'signed-in',
    body: { ...input, version: f.int({ docs: 'The version that was seen.' }) },
    response: Changed,
    errors: [NOT_FOUND, FORBIDDEN, STALE],
    run: async ({ ctx, params, body: { version, ...values }, request }) => {
      await editTask(ctx, params.id, version, pickSent(values, request.body))
      return { id: params.id }
    },
  }),
  route({
    on: 'POST /my/task/:id/status',
    id: 'my.task_status',
    summary: 'Start, complete, cancel or reopen a task',
    open: 'signed-in',
    body: { action: f.pick(taskActions) },
    response: Changed,
    errors: [NOT_FOUND, FORBIDDEN, WRONG_STATE],
    run: async ({ ctx, params, body }) => {
      await moveTask(ctx, params.id, body.action)
      return { id: params.id }
    },
  }),
  route({
    on: 'PUT /my/task/:id/checklist',
    id: 'my.task_tick',
    summary: 'Tick an item of the checklist',
    open: 'signed-in',
    body: { item: f.text({ maxLength: 40 }), done: f.flag({ default: true }) },
    response: Changed,
    errors: [NOT_FOUND, FORBIDDEN],
    run: async ({ ctx, params, body }) => {
      await tickTaskItem(ctx, params.id, body.item, body.done)
      return { id: params.id }
    },
  }),
  route({
    on: 'PUT /my/task/:id/watch',
    id: 'my.task_watch',
    summary: 'Watch a task, or no longer',
    open: 'signed-in',
    body: { watching: f.flag({ default: true }) },
    response: Changed,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, body }) => {
      await watchTask(ctx, params.id, body.watching)
      return { id: params.id }
    },
  }),
  route({
    on: 'DELETE /my/task/:id',
    id: 'my.task_delete',
    summary: 'Delete a task',
    open: 'signed-in',
    response: Changed,
    errors: [NOT_FOUND, FORBIDDEN],
    run: async ({ ctx, params }) => {
      await deleteTask(ctx, params.id)
      return { id: params.id }
    },
  }),
]
