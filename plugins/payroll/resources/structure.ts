import { defineResource, f, message, validationError, type ValidatedInput } from 'stoa'
import { isCurrencyCode } from 'stoa/plugins/currency'
import { hrContinuityRule } from './continuity-rule.ts'

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
  code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
  currency: f.text({ minLength: 3, maxLength: 3, list: 3, filter: true }),
  remittance_due_day: f.int({ default: 10, min: 1, max: 28, list: 4 }),
  continuity: f.rows(hrContinuityRule, { by: 'structure_id' }),
  legal_notes: f.area({ default: '', maxLength: 4_000, group: 'side' }),
  enabled: f.flag({ default: true, list: 5, filter: true, inline: true, batch: true, group: 'side' }),
}

function checkValues({ input }: ValidatedInput<typeof fields>): void {
  if (input.currency !== undefined && !isCurrencyCode(input.currency))
    throw validationError({ currency: message('payroll:error.currency') })
  const dates = (input.continuity ?? []).map(({ effective_from }) => effective_from)
  if (new Set(dates).size < dates.length) throw validationError({ continuity: message('payroll:error.continuity_twice') })
}

/** A set of pay rules, such as those of a country. Nothing of a country is in code. */
export const hrPayStructure = defineResource({
  name: 'hr_pay_structure',
  path: 'payroll/structure',
  label: 'title',
  match: 'code',
  enabledBy: 'enabled',
  sortBy: 'code',
  locked: true,
  listStamps: false,
  fields,
  hooks: { validate: checkValues },
})
