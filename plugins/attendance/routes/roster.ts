import { type Ctx, f, getWeekday, message, route, validationError } from 'stoa'
import { RosterChange, RosterCopy, RosterPublication, RosterWeek } from '../api-types.ts'
import type { RosterConflict } from '../domain/roster.ts'
import { readEmployees } from '../services/employees.ts'
import { changeRoster, PUBLISH } from '../services/roster/change-roster.ts'
import { copyWeek } from '../services/roster/copy-week.ts'
import { publishWeek } from '../services/roster/publish-week.ts'
import { readRoster } from '../services/roster/read-roster.ts'

/** Most days that one call changes. */
const MOST_CHANGES = 1_000
/** Most shifts of an employee on a day. */
const MOST_SHIFTS = 5

const READ = 'get hr shift assignment & get hr shift & get hr employee'
const WRITE = `${READ} & create hr shift assignment & update hr shift assignment & cancel hr shift assignment`

const id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })
const shiftIds = (options: { default?: number[] } = {}) => f.ids({ maxItems: MOST_SHIFTS, ...options })
const filter = { department_id: f.maybe(id), q: f.text({ default: '', maxLength: 120 }) }

/** Refuses a day that is not a Monday: the weeks of the roster are those of ISO 8601. */
function requireMonday(days: Readonly<Record<string, string>>): void {
  for (const [field, day] of Object.entries(days))
    if (getWeekday(day) !== 1) throw validationError({ [field]: message('attendance:error.monday') })
}

/** Conflicts with the name of the employee and the reason in the language of the actor. */
async function describeConflicts(ctx: Ctx, conflicts: readonly RosterConflict[]): Promise<RosterChange['conflicts']> {
  const { kernel } = ctx
  const language = ctx.interfaceLanguage ?? ctx.language
  const employees = await readEmployees(
    kernel.db,
    ctx,
    conflicts.map(({ employee_id }) => employee_id),
  )
  return conflicts.map(({ employee_id, date, problem, shift, on }) => ({
    employee_id,
    employee: employees.get(employee_id)?.name ?? '',
    date,
    reason: kernel.i18n.t(language, `attendance:conflict.${problem}`, { shift, date: on }),
  }))
}

/** Routes of the roster by week. Employees are those in the row scope of the caller. */
export const rosterRoutes = [
  route({
    on: 'GET /hr_shift_assignment/roster',
    id: 'hr_shift_assignment.roster',
    summary: 'The roster of a week: shifts, holidays and absences by employee and day, with totals and coverage',
    needs: READ,
    query: { week: f.date(), page: f.int({ default: 1, min: 1, max: 1_000 }), ...filter },
    response: RosterWeek,
    run: ({ ctx, query: { week, ...query } }) => {
      requireMonday({ week })
      return readRoster(ctx, { ...query, from: week })
    },
  }),
  route({
    on: 'POST /hr_shift_assignment/roster',
    id: 'hr_shift_assignment.change_roster',
    summary: 'Set the shifts of days, all of them or none',
    description:
      'Each change names all shifts that the employee should have on the day, and those that were shown before. New shifts are drafts, except `published_ids`, which need the permission to publish.',
    needs: WRITE,
    body: {
      changes: f.items(
        {
          employee_id: id,
          date: f.date(),
          shift_ids: shiftIds(),
          published_ids: shiftIds({ default: [] }),
          before: f.maybe(shiftIds()),
        },
        { minItems: 1, maxItems: MOST_CHANGES },
      ),
    },
    response: RosterChange,
    run: async ({ kernel, ctx, body }) => {
      const { applied, conflicts } = await kernel.transaction((tx) => changeRoster(ctx, tx, body.changes))
      return { applied, conflicts: await describeConflicts(ctx, conflicts) }
    },
  }),
  route({
    on: 'POST /hr_shift_assignment/roster/copy',
    id: 'hr_shift_assignment.copy_week',
    summary: 'Copy the shifts of a week to another week, as drafts',
    description: 'With a conflict it writes nothing, unless `keep_others` copies the days without one.',
    needs: WRITE,
    body: { from: f.date(), to: f.date(), keep_others: f.flag({ default: false }), ...filter },
    response: RosterCopy,
    run: async ({ ctx, body }) => {
      requireMonday({ from: body.from, to: body.to })
      const { conflicts, ...result } = await copyWeek(ctx, body)
      return { ...result, conflicts: await describeConflicts(ctx, conflicts) }
    },
  }),
  route({
    on: 'POST /hr_shift_assignment/roster/publish',
    id: 'hr_shift_assignment.publish_week',
    summary: 'Publish the drafts of a week and notify the employees',
    needs: `${READ} & ${PUBLISH}`,
    body: { week: f.date(), ...filter },
    response: RosterPublication,
    run: ({ ctx, body: { week, ...body } }) => {
      requireMonday({ week })
      return publishWeek(ctx, { ...body, from: week })
    },
  }),
]
