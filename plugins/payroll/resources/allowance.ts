import { defineResource, f } from 'stoa'

/** An agreed allowance of a salary, for a month. */
export const hrSalaryAllowance = defineResource({
  name: 'hr_salary_allowance',
  verbs: [],
  label: 'title',
  fields: {
    salary_id: f.one('admin_salary', { readOnly: true, sheet: false }),
    code: f.key({ maxLength: 40 }),
    title: f.text({ maxLength: 120 }),
    amount: f.money({ min: 0 }),
    is_relevant: f.flag({ default: true }),
    is_prorated: f.flag({ default: true }),
  },
})
