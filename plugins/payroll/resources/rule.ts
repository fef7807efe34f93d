import { defineResource, f, message, sql, validationError, type ValidatedInput } from 'stoa'
import { ageDates, contributionRoundings, dayQuantities, hourQuantities, lineKinds, percentSources, ruleBases } from '../domain/types.ts'
import { hrPayBand } from './band.ts'

const on = (...bases: string[]) => ({ showIf: { field: 'basis', in: bases }, group: 'calculation' })
const limits = on('bands')

const fields = {
  structure_id: f.one('hr_pay_structure', { list: 1, filter: true }),
  title: f.text({ localized: true, list: 2, sort: true, search: true, maxLength: 120 }),
  code: f.key({ list: 3, sort: true, search: true, filter: true, maxLength: 40 }),
  kind: f.pick(lineKinds, { default: 'earning', list: 4, filter: true }),
  basis: f.pick(ruleBases, { default: 'fixed', list: 5, filter: true }),
  order: f.int({ default: 10, min: 0, max: 10_000, list: 6, sort: true }),
  effective_from: f.date({ list: 7, sort: true, filter: true }),
  effective_to: f.maybe(f.date({ list: 8, sort: true })),
  amount: f.maybe(f.money({ min: 0, ...on('fixed', 'per_day', 'per_hour') })),
  factor: f.maybe(f.decimal({ min: 0, max: 10_000, ...on('percent', 'per_hour') })),
  is_prorated: f.flag({ default: true, ...on('fixed') }),
  day_quantity: f.pick(dayQuantities, { default: 'payment_days', ...on('per_day') }),
  hour_quantity: f.pick(hourQuantities, { default: 'overtime_hours', ...on('per_hour') }),
  percent_of: f.pick(percentSources, { default: 'base', ...on('percent') }),
  covers_leave: f.flag({ default: false, ...on('average') }),
  covers_holidays: f.flag({ default: false, ...on('average') }),
  continuity_weeks: f.int({ default: 0, min: 0, max: 520, ...on('average') }),
  income_max: f.maybe(f.money({ min: 0, ...limits })),
  income_max_daily: f.maybe(f.money({ min: 0, ...limits })),
  first_days_free: f.int({ default: 0, min: 0, max: 366, ...limits }),
  min_service_days: f.int({ default: 0, min: 0, max: 366, ...limits }),
  age_min: f.maybe(f.int({ min: 0, max: 150, ...limits })),
  age_max: f.maybe(f.int({ min: 0, max: 150, ...limits })),
  age_date: f.pick(ageDates, { default: 'period_end', ...limits }),
  rounding: f.pick(contributionRoundings, { default: 'none', ...limits }),
  rounds_with: f.text({ default: '', maxLength: 40, ...limits }),
  bands: f.rows(hrPayBand, { by: 'rule_id', ...limits }),
  is_relevant: f.flag({ default: true, group: 'side' }),
  is_wage: f.flag({ default: true, group: 'side' }),
  legal_source: f.area({ default: '', maxLength: 1_000, group: 'side' }),
  enabled: f.flag({ default: true, list: 9, filter: true, inline: true, batch: true, group: 'side' }),
}

/** Fields that a basis requires. */
const required: Readonly<Record<string, readonly (keyof typeof fields)[]>> = {
  fixed: ['amount'],
  per_day: ['amount'],
  percent: ['factor'],
}

async function checkValues({ input, old, id, tx }: ValidatedInput<typeof fields>): Promise<void> {
  const next = { basis: 'fixed', ...old, ...input }
  const problems: Record<string, ReturnType<typeof message>> = {}
  for (const field of required[next.basis ?? ''] ?? [])
    if (next[field] === null || next[field] === undefined) problems[field] = message('core:rule.required')
  if (next.basis === 'bands' && (next.bands ?? []).length === 0) problems.bands = message('core:rule.required')
  if (next.effective_to && next.effective_from && next.effective_to < next.effective_from)
    problems.effective_to = message('payroll:error.effective_to')
  if (next.age_min && next.age_max && next.age_max <= next.age_min) problems.age_max = message('payroll:error.age_max')
  if (Object.keys(problems).length > 0) throw validationError(problems)
  // The structure is locked, so that two versions that are added at once see each other.
  await tx.run(sql`select 1 from hr_pay_structure where id = ${next.structure_id} for update`)
  const other = await tx.one<{ date: string }>(sql`
    select to_char(effective_from, 'YYYY-MM-DD') as date from hr_pay_rule
    where structure_id = ${next.structure_id} and code = ${next.code} and id is distinct from ${id}::bigint
      and daterange(effective_from, effective_to, '[]') && daterange(${next.effective_from}::date, ${next.effective_to ?? null}::date, '[]') limit 1`)
  if (other) throw validationError({ effective_from: message('payroll:error.version_overlap', { date: other.date }) })
}

/** A version of a rule of pay. Rules with the same code follow each other by date. */
export const hrPayRule = defineResource({
  name: 'hr_pay_rule',
  path: 'payroll/rule',
  label: 'title',
  sortBy: 'order',
  locked: true,
  listStamps: false,
  sheet: { key: ['structure_id', 'code', 'effective_from'] },
  fields,
  hooks: { validate: checkValues },
})
