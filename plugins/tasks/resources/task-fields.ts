import { Type } from '@sinclair/typebox'
import { f } from 'stoa'
import { type ChecklistItem, cleanChecklist, LONGEST_ITEM, MOST_ITEMS } from '../domain/checklist.ts'
import { recurrences } from '../domain/recurrence.ts'
import { priorities, taskStatuses } from '../domain/statuses.ts'

const internal = { readOnly: true, form: false, sheet: false } as const

const checklistShape = Type.Array(
  Type.Object(
    {
      id: Type.Optional(Type.String({ maxLength: 40 })),
      text: Type.String({ maxLength: LONGEST_ITEM }),
      done: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  { maxItems: MOST_ITEMS },
)

/** Fields of a task. */
export const taskFields = {
  title: f.text({ list: 1, sort: true, search: true, maxLength: 200 }),
  description: f.area({ default: '', maxLength: 10_000 }),
  status: f.pick(taskStatuses, { default: 'to_do', readOnly: true, list: 2, filter: true }),
  priority: f.pick(priorities, { default: 'normal', list: 3, filter: true, inline: true, batch: true, group: 'side' }),
  due_at: f.maybe(f.instant({ sort: true, filter: true, group: 'side', docs: 'Of an all-day task, the start of the day in the shop.' })),
  all_day: f.flag({ default: false, filter: true, group: 'side' }),
  assignee_admin_id: f.maybe(f.one('account', { list: 5, filter: true, batch: true, group: 'side' })),
  creator_admin_id: f.maybe(f.one('account', { readOnly: true, form: false, list: 6, filter: true, sheet: 'out' })),
  watchers: f.many('account', { through: 'task_watcher', group: 'side' }),
  checklist: f.json<ChecklistItem[]>({ default: [], form: false, sheet: false, shape: checklistShape, clean: cleanChecklist }),
  remind_at: f.maybe(f.instant({ group: 'side' })),
  recurrence: f.pick(recurrences, { default: 'none', filter: true, group: 'side' }),
  recurrence_every: f.int({ default: 1, min: 1, max: 99, group: 'side' }),
  recurrence_until: f.maybe(f.date({ group: 'side' })),
  // The record that the task is about. It may be of any resource, so it has no foreign key.
  subject_type: f.maybe(f.text({ ...internal, filter: true, maxLength: 100 })),
  subject_id: f.maybe(f.int({ ...internal, filter: true, min: 1, max: Number.MAX_SAFE_INTEGER })),
  // The same task in another tool, such as ClickUp.
  external_tool: f.maybe(f.text({ ...internal, filter: true, maxLength: 40 })),
  external_id: f.maybe(f.text({ ...internal, maxLength: 200 })),
  external_url: f.maybe(f.url(internal)),
  recurrence_day: f.maybe(f.int(internal)),
  series_id: f.maybe(f.int({ ...internal, max: Number.MAX_SAFE_INTEGER })),
  reminded_at: f.maybe(f.instant(internal)),
  completed_at: f.maybe(f.instant({ readOnly: true, form: false, sheet: 'out', sort: true, filter: true })),
  completed_by: f.maybe(f.one('account', { readOnly: true, form: false, sheet: 'out' })),
  // Time of the last change of what other tools synchronize.
  changed_at: f.maybe(f.instant(internal)),
}
