import { type Shape, t } from 'stoa'
import { recurrences } from './domain/recurrence.ts'
import { priorities, taskActions, taskStatuses } from './domain/statuses.ts'

/** JSON types of tasks. Screens import the types alone, not the schemas. */

const person = t.object({ id: t.id(), name: t.text() })

/** The record that a task is about. */
export const TaskSubject = t.object({
  resource: t.text('Name of its resource.'),
  id: t.id(),
  label: t.text('What it is, such as “Order”.'),
  title: t.text(),
})
export type TaskSubject = Shape<typeof TaskSubject>

const line = {
  id: t.id(),
  version: t.int('To be sent back with a change.'),
  title: t.text(),
  status: t.pick(taskStatuses),
  priority: t.pick(priorities),
  due_date: t.maybe(t.day('On the clock of the shop.')),
  due_time: t.maybe(t.text('`09:30`; null for an all-day task.')),
  is_overdue: t.flag('Open, and its day or time has passed.'),
  is_due: t.flag('Open, and due today or earlier.'),
  assignee: t.maybe(person),
  checklist_done: t.int(),
  checklist_total: t.int(),
  recurrence: t.pick(recurrences),
  completed_at: t.maybe(t.dateTime()),
  actions: t.list(t.pick(taskActions)),
  subject: t.maybe(TaskSubject),
}

/** A task in a list. */
export const TaskLine = t.object(line)
export type TaskLine = Shape<typeof TaskLine>

/** A list of tasks. */
export const TaskLines = t.object({ data: t.list(TaskLine), more: t.flag('Whether there are further tasks.') })
export type TaskLines = Shape<typeof TaskLines>

/** The open tasks about a record. */
export const TasksAbout = t.object({ subject: TaskSubject, data: t.list(TaskLine), more: t.flag() })
export type TasksAbout = Shape<typeof TasksAbout>

/** A task with everything its page shows. */
export const TaskView = t.object({
  ...line,
  description: t.text(),
  creator: t.maybe(person),
  watchers: t.list(person),
  is_watching: t.flag('Whether the caller watches it.'),
  checklist: t.list(t.object({ id: t.text(), text: t.text(), done: t.flag() })),
  remind_date: t.maybe(t.day()),
  remind_time: t.maybe(t.text()),
  recurrence_every: t.int(),
  recurrence_until: t.maybe(t.day()),
  external: t.maybe(t.object({ tool: t.text(), id: t.text(), url: t.maybe(t.text()) })),
  created_at: t.dateTime(),
  has_subject: t.flag('It is about a record, which the caller may not be allowed to see.'),
  may: t.object({ edit: t.flag(), assign: t.flag(), tick: t.flag(), destroy: t.flag() }),
})
export type TaskView = Shape<typeof TaskView>

/** Changes of a task, oldest first: new statuses, and fields that were changed. */
export const TaskHistory = t.object({
  data: t.list(
    t.object({
      at: t.dateTime(),
      who: t.text('Name of the account, or `system`.'),
      to_status: t.maybe(t.pick(taskStatuses)),
      fields: t.list(t.text('Label of a changed field.')),
    }),
  ),
})
export type TaskHistory = Shape<typeof TaskHistory>

/** Accounts that tasks can be assigned to. */
export const TaskPeopleAnswer = t.object({ data: t.list(person) })
export type TaskPeopleAnswer = Shape<typeof TaskPeopleAnswer>
