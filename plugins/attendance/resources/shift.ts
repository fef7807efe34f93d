import { defineResource, f, message, validationError, type ValidatedInput } from 'stoa'
import { DAY_MINUTES } from '../domain/clock.ts'
import { workCalcs } from '../domain/rules.ts'
import { getEndMinute } from '../domain/shift-overlap.ts'
import { refuseShiftOverlaps } from '../services/shift-conflicts.ts'

const LAST_MINUTE = DAY_MINUTES - 1
const times = { group: 'main', max: LAST_MINUTE } as const
const rules = { group: 'rules', max: DAY_MINUTES } as const
const window = { group: 'window', max: DAY_MINUTES / 2 } as const

const fields = {
  name: f.text({ unique: true, list: 1, sort: true, search: true, maxLength: 80 }),
  start_min: f.duration({ list: 2, sort: true, ...times }),
  end_min: f.duration({ list: 3, ...times }),
  break_start_min: f.maybe(f.duration(times)),
  break_minutes: f.duration({ default: 0, list: 4, ...times, max: DAY_MINUTES / 2 }),
  paid_break: f.flag({ default: false }),
  work_calc: f.pick(workCalcs, { default: 'first_last', filter: true, group: 'rules' }),
  late_grace_min: f.duration({ default: 0, ...rules }),
  early_grace_min: f.duration({ default: 0, ...rules }),
  half_day_below_min: f.duration({ default: 0, ...rules }),
  absent_below_min: f.duration({ default: 0, ...rules }),
  works_holidays: f.flag({ default: false, group: 'rules' }),
  early_in_min: f.duration({ default: 60, ...window }),
  late_out_min: f.duration({ default: 60, ...window }),
  colour: f.colour({ default: '#3b82f6', group: 'side' }),
  enabled: f.flag({ default: true, list: 5, filter: true, batch: true, inline: true, group: 'side' }),
}

function checkBreak({ input, old }: ValidatedInput<typeof fields>): void {
  const shift = { ...old, ...input }
  if (shift.start_min === undefined || shift.end_min === undefined) return
  const end = getEndMinute({ start_min: shift.start_min, end_min: shift.end_min })
  const length = end - shift.start_min
  const problems: Record<string, ReturnType<typeof message>> = {}
  const minutes = shift.break_minutes ?? 0
  if (minutes >= length) problems.break_minutes = message('attendance:error.long_break')
  if (shift.break_start_min !== null && shift.break_start_min !== undefined) {
    const since = (shift.break_start_min - shift.start_min + DAY_MINUTES) % DAY_MINUTES
    if (since + minutes > length) problems.break_start_min = message('attendance:error.break_outside')
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

/** A shift: working time, break, and the rules for attendance. An end at or before the start is on the next day. */
export const hrShift = defineResource({
  name: 'hr_shift',
  path: 'shift',
  label: 'name',
  match: 'name',
  enabledBy: 'enabled',
  sortBy: 'start_min',
  locked: true,
  fields,
  hooks: { validate: checkBreak, afterSave: refuseShiftOverlaps },
})
