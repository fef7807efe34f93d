import { defineResource, type DraftInput, f, hasPermission, isTimeZone, message, validationError, type ValidatedInput } from 'stoa'
import { refuseManagerCycle } from '../services/manager-cycle.ts'
import { LINK_OWN, SEE_BANK, seesAll, teamScope } from '../services/team-scope.ts'

const job = { group: 'job' } as const
const sealed = (maxLength: number) => f.maybe(f.sealed({ maxLength, readNeeds: SEE_BANK, group: 'bank' }))

const fields = {
  staff_no: f.text({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
  name: f.text({ list: 1, sort: true, search: true, maxLength: 120 }),
  account_id: f.maybe(f.one('account', { unique: true, filter: true, group: 'side' })),
  person_id: f.maybe(f.one('person', { sheet: false, group: 'side' })),
  department_id: f.maybe(f.one('hr_department', { creatable: true, list: 3, filter: true, batch: true, ...job })),
  position: f.text({ default: '', list: 4, sort: true, search: true, maxLength: 120, ...job }),
  manager_id: f.maybe(f.one('hr_employee', { list: 5, filter: true, ...job })),
  employment_type: f.pick(['full_time', 'part_time', 'casual', 'contract'], { default: 'full_time', filter: true, batch: true, ...job }),
  join_date: f.date({ list: 6, sort: true, filter: true, ...job }),
  probation_end: f.maybe(f.date({ filter: true, ...job })),
  last_day: f.maybe(f.date({ filter: true, sort: true, ...job })),
  birth_date: f.maybe(f.date()),
  gender: f.maybe(f.pick(['female', 'male', 'other'])),
  time_zone: f.maybe(f.text({ maxLength: 60, widget: 'time-zone', group: 'time' })),
  work_weekdays: f.weekdays({ group: 'time' }),
  tracks_time: f.flag({ default: true, filter: true, batch: true, group: 'time' }),
  holiday_calendar_id: f.maybe(f.one('hr_holiday_calendar', { filter: true, batch: true, group: 'time' })),
  bank_name: sealed(120),
  bank_account: sealed(60),
  identity_number: sealed(40),
  enabled: f.flag({ default: true, list: 7, filter: true, batch: true, inline: true, group: 'side' }),
}

/** Staff who see only their team place each new employee below a member of it. */
function placeInTeam({ ctx, mode, input }: DraftInput<typeof fields>): void {
  if (seesAll(ctx) || (mode === 'update' && input.manager_id === undefined)) return
  if (!input.manager_id) throw validationError({ manager_id: message('hr:error.outside_team') })
}

/**
 * Whoever links their own account to a record reads its payslips, and whoever unlinks it decides about their own pay. Somebody else does
 * both. @throws AppError INVALID at `account_id`
 */
function refuseOwnLink({ ctx: { actor }, input, old }: ValidatedInput<typeof fields>): void {
  if (actor.kind !== 'admin' || input.account_id === undefined || hasPermission(actor, LINK_OWN)) return
  const before = old?.account_id ?? null
  if (before !== input.account_id && [before, input.account_id].includes(actor.id))
    throw validationError({ account_id: message('hr:error.own_account') })
}

function checkValues(context: ValidatedInput<typeof fields>): void {
  const { input, old, id } = context
  refuseOwnLink(context)
  const { join_date, last_day, probation_end, birth_date, manager_id, time_zone } = { ...old, ...input }
  const problems: Record<string, ReturnType<typeof message>> = {}
  if (join_date && last_day && last_day < join_date) problems.last_day = message('hr:error.last_day')
  if (join_date && probation_end && probation_end < join_date) problems.probation_end = message('hr:error.probation_end')
  if (join_date && birth_date && birth_date >= join_date) problems.birth_date = message('hr:error.birth_date')
  if (id !== null && manager_id === id) problems.manager_id = message('hr:error.manager_cycle')
  if (input.time_zone && time_zone && !isTimeZone(time_zone)) problems.time_zone = message('core:rule.time_zone')
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

/** An employee: the record of a person who works here, with or without a staff account. */
export const hrEmployee = defineResource({
  name: 'hr_employee',
  path: 'employee',
  label: 'name',
  match: 'staff_no',
  enabledBy: 'enabled',
  sortBy: 'name',
  locked: true,
  fresh: ['export'],
  scope: teamScope,
  fields,
  hooks: { beforeValidate: placeInTeam, validate: checkValues, afterSave: refuseManagerCycle },
})
