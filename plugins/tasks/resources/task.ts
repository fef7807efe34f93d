import { basic, defineResource, f, sql } from 'stoa'
import { parseLines, toLines, type ChecklistItem } from '../domain/checklist.ts'
import { taskTransitions } from '../domain/statuses.ts'
import { assertMayReopen, recordTransition, repeatTask } from '../services/transitions.ts'
import { announceSaved } from '../services/announce-saved.ts'
import { completeInput } from '../services/complete-input.ts'
import { checkTasks } from '../services/check-tasks.ts'
import { getActorId } from '../services/task-ctx.ts'
import { taskScope } from '../services/task-scope.ts'
import { taskFields } from './task-fields.ts'

const touched = () => ({ changed_at: sql`now()` })

/** A task of the staff. It may be about any record, repeat, and have a checklist. */
export const task = defineResource({
  name: 'task',
  path: 'tasks',
  label: 'title',
  sortBy: '-id',
  locked: true,
  listStamps: false,
  scope: taskScope,
  fields: taskFields,
  columns: {
    // The due date as people read it: without a time for an all-day task, on the clock of the shop.
    due: {
      field: f.maybe(f.text({ list: 4 })),
      sortBy: 'due_at',
      read: ({ kernel }) =>
        sql`to_char(t.due_at at time zone ${kernel.settings.of(basic).time_zone}::text, case when t.all_day then 'YYYY-MM-DD' else 'YYYY-MM-DD HH24:MI' end)`,
    },
  },
  states: {
    field: 'status',
    initial: 'to_do',
    transitions: {
      start: { ...taskTransitions.start, set: touched, effect: (context) => recordTransition(context, 'start') },
      complete: {
        ...taskTransitions.complete,
        set: ({ ctx }) => ({ ...touched(), completed_at: sql`now()`, completed_by: sql`${getActorId(ctx)}::bigint` }),
        effect: async (context) => {
          await repeatTask(context)
          await recordTransition(context, 'complete')
        },
      },
      reopen: {
        ...taskTransitions.reopen,
        guard: assertMayReopen,
        set: () => ({ ...touched(), completed_at: sql`null`, completed_by: sql`null` }),
        effect: (context) => recordTransition(context, 'reopen'),
      },
      cancel: { ...taskTransitions.cancel, set: touched, effect: (context) => recordTransition(context, 'cancel') },
    },
  },
  hooks: { beforeValidate: completeInput, validateMany: checkTasks, afterSaveMany: announceSaved },
  sheet: {
    // Two tasks of the same title on different dates are two tasks.
    key: ['title', 'due_at'],
    columns: [{ name: 'checklist', of: 'checklist' }],
    write: (row) => ({ checklist: toLines((row['checklist'] ?? []) as ChecklistItem[]) }),
    read: (cells, input) => {
      if (cells['checklist'] !== undefined) input['checklist'] = parseLines(cells['checklist'])
    },
  },
  // The statuses of tasks would notify people of the other shop, so only what is still to be done moves.
  transfer: { where: sql`t.status in ('to_do', 'process')` },
})
