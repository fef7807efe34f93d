import { defineResource, f, message, type TransitionContext, validationError, type ValidatedInput } from 'stoa'
import { accrualKinds, roundings } from '../domain/accrual.ts'
import { isCountable } from '../domain/dates.ts'
import { ACCRUE } from '../jobs.ts'
import { hrLeaveScale } from './leave-scale.ts'

const rules = { group: 'rules' } as const
const balance = { group: 'balance' } as const
const most = { min: 0, max: 9_999 } as const

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
  code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
  unit: f.pick(['day', 'half_day', 'hour'], { default: 'half_day', list: 3, filter: true }),
  paid_fraction: f.decimal({ default: '1', min: 0, max: 1, list: 4 }),
  includes_holidays: f.flag({ default: false, ...rules }),
  min_notice_days: f.int({ default: 0, min: 0, max: 366, ...rules }),
  max_consecutive: f.maybe(f.decimal({ min: 0.001, max: 9_999, ...rules })),
  applicable_after_days: f.int({ default: 0, min: 0, max: 3_660, ...rules }),
  needs_document_over_days: f.maybe(f.decimal({ ...most, ...rules })),
  gender: f.maybe(f.pick(['female', 'male', 'other'], rules)),
  needs_balance: f.flag({ default: true, list: 5, filter: true, ...balance }),
  allow_negative: f.decimal({ default: '0', ...most, ...balance }),
  accrual: f.pick(accrualKinds, { default: 'grant', list: 6, filter: true, ...balance }),
  accrual_table: f.rows(hrLeaveScale, { by: 'type_id', group: 'balance' }),
  rounding: f.pick(roundings, { default: 'none', ...balance }),
  balance_max: f.maybe(f.decimal({ min: 0.001, max: 9_999, ...balance })),
  carry_over_max: f.maybe(f.decimal({ ...most, ...balance })),
  carry_over_expire_days: f.maybe(f.int({ min: 1, max: 366, ...balance })),
  effective_from: f.date({ list: 7, sort: true, ...balance }),
  legal_source: f.area({ default: '', maxLength: 1_000, group: 'side' }),
  enabled: f.flag({ default: true, list: 8, filter: true, inline: true, batch: true, group: 'side' }),
}

function checkValues({ input, old }: ValidatedInput<typeof fields>): void {
  const { needs_balance, allow_negative, carry_over_max, carry_over_expire_days } = { ...old, ...input }
  const problems: Record<string, ReturnType<typeof message>> = {}
  if (needs_balance === false && Number(allow_negative) > 0) problems.allow_negative = message('leave:error.no_balance')
  if (carry_over_expire_days && carry_over_max !== null && Number(carry_over_max) === 0)
    problems.carry_over_expire_days = message('leave:error.no_carry_over')
  if (input.effective_from && !isCountable(input.effective_from)) problems.effective_from = message('leave:error.date_range')
  const years = (input.accrual_table ?? []).map((step) => step.years)
  if (new Set(years).size < years.length) problems.accrual_table = message('leave:error.year_twice')
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

/** A type of leave. All its rules are data: nothing of a country is in code. */
export const hrLeaveType = defineResource({
  name: 'hr_leave_type',
  path: 'leave/type',
  label: 'title',
  match: 'code',
  enabledBy: 'enabled',
  sortBy: 'code',
  locked: true,
  listStamps: false,
  fields,
  hooks: { validate: checkValues },
  actions: { accrue: { run: ({ tx, row }: TransitionContext) => tx.enqueue(ACCRUE, { type_id: row.id }) } },
})
