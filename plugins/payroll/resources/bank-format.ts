import { defineResource, f, message, validationError, type ValidatedInput } from 'stoa'
import { bankValues } from '../bank-values.ts'

/** A column of a bank file. */
export const hrBankColumn = defineResource({
  name: 'hr_bank_column',
  verbs: [],
  label: 'value',
  fields: {
    format_id: f.one('hr_bank_format', { readOnly: true, sheet: false }),
    value: f.pick(bankValues, { default: 'employee_name' }),
    label: f.text({ default: '', maxLength: 60 }),
    fixed_text: f.text({ default: '', maxLength: 60 }),
  },
})

const fields = {
  title: f.text({ list: 1, sort: true, search: true, maxLength: 120 }),
  code: f.key({ unique: true, list: 2, sort: true, maxLength: 40 }),
  delimiter: f.pick(['comma', 'semicolon', 'tab', 'pipe'], { default: 'comma', list: 3 }),
  has_header: f.flag({ default: true, list: 4 }),
  columns: f.rows(hrBankColumn, { by: 'format_id' }),
  enabled: f.flag({ default: true, list: 5, inline: true, group: 'side' }),
}

/** The layout of the file that a bank imports. */
export const hrBankFormat = defineResource({
  name: 'hr_bank_format',
  path: 'payroll/bank-format',
  label: 'title',
  match: 'code',
  enabledBy: 'enabled',
  sortBy: 'title',
  locked: true,
  listStamps: false,
  fields,
  hooks: {
    validate: ({ input }: ValidatedInput<typeof fields>) => {
      if (input.columns?.length === 0) throw validationError({ columns: message('core:rule.required') })
    },
  },
})
