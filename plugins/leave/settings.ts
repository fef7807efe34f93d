import { type Ctx, defineSettings, f } from 'stoa'
import type { LeaveYearRule } from './domain/leave-year.ts'

/** Approval of leave, and the leave year. */
export const leaveSettings = defineSettings({
  group: 'leave',
  order: 72,
  area: 'team',
  icon: 'calendar',
  fields: {
    approval: f.pick(['manager', 'manager_hr'], { default: 'manager' }),
    leave_year: f.pick(['calendar', 'anniversary', 'fixed'], { default: 'calendar' }),
    leave_year_month: f.int({ default: 4, min: 1, max: 12, showIf: { field: 'leave_year', in: ['fixed'] } }),
    leave_year_day: f.int({ default: 1, min: 1, max: 28, showIf: { field: 'leave_year', in: ['fixed'] } }),
  },
})

/** How leave years run, by the settings. */
export function readLeaveYearRule({ kernel }: Pick<Ctx, 'kernel'>): LeaveYearRule {
  const { leave_year, leave_year_month: month, leave_year_day: day } = kernel.settings.of(leaveSettings)
  return leave_year === 'fixed' ? { kind: 'fixed', month, day } : { kind: leave_year }
}
