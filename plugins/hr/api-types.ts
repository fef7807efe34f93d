import { type Shape, t } from 'stoa'

const day = t.object({ date: t.day(), title: t.text() })

/** What the import of a holiday file changes: planned in a dry run, done otherwise. */
export const HolidayImport = t.object({
  format: t.pick(['ics', 'json']),
  dry_run: t.flag(),
  added: t.list(day),
  changed: t.list(t.object({ date: t.day(), title: t.text(), before: t.text() })),
  unchanged: t.int('Holidays of the file that the calendar has already, with this title.'),
  errors: t.list(t.object({ line: t.int('Line of an iCalendar file, or position of the event in a JSON file.'), reason: t.text() })),
  substitutes: t.list(t.object({ for: t.day(), date: t.day(), title: t.text() })),
})
export type HolidayImport = Shape<typeof HolidayImport>

/** The employee record of the caller. */
export const OwnEmployeeAnswer = t.object({
  enabled: t.flag('Whether employee self-service is on.'),
  employee: t.maybe(
    t.object({
      id: t.id(),
      name: t.text(),
      staff_no: t.text(),
      manager_id: t.maybe(t.id()),
      join_date: t.day(),
      last_day: t.maybe(t.day()),
    }),
  ),
  ask: t.list(t.text('A member of staff who can add an employee record.')),
})
export type OwnEmployeeAnswer = Shape<typeof OwnEmployeeAnswer>
