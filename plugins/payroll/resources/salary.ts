import { defineResource, f, sql } from 'stoa'
import { createTeamScope } from 'stoa/plugins/hr'
import { frequencies, payTypes } from '../domain/types.ts'
import { assertMayApproveSalary, canDeleteSalary, checkSalary, completeSalary, refuseOwnSalary } from '../services/salary-rules.ts'
import { hrSalaryAllowance } from './allowance.ts'

/** Fields of a salary. */
export const salaryFields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  effective_from: f.date({ list: 2, sort: true, filter: true }),
  structure_id: f.one('hr_pay_structure', { list: 3, filter: true, batch: true }),
  pay_type: f.pick(payTypes, { default: 'monthly', list: 4, filter: true }),
  frequency: f.pick(frequencies, { default: 'monthly', list: 5, filter: true }),
  // No list column: who reads an amount opens the salary, and the audit log names it.
  base_amount: f.money({ min: 0 }),
  currency: f.text({ default: '', maxLength: 3, readOnly: true, filter: true }),
  allowances: f.rows(hrSalaryAllowance, { by: 'salary_id' }),
  scheme_member_no: f.text({ default: '', maxLength: 60, group: 'contributions' }),
  is_exempt: f.flag({ default: false, group: 'contributions' }),
  note: f.area({ default: '', maxLength: 2_000, group: 'side' }),
  status: f.pick(['draft', 'approved', 'disabled'], { default: 'draft', readOnly: true, list: 6, filter: true }),
  created_by: f.maybe(f.one('account', { readOnly: true, form: false, sheet: 'out' })),
  approved_by: f.maybe(f.one('account', { readOnly: true, form: false, sheet: 'out' })),
  approved_at: f.maybe(f.instant({ readOnly: true, form: false, sheet: 'out' })),
}

/** A salary of an employee from a date on. An approved one never changes: a new one follows it. */
export const adminSalary = defineResource({
  name: 'admin_salary',
  table: 'hr_salary',
  path: 'salary-management',
  label: 'effective_from',
  sortBy: '-effective_from',
  locked: true,
  listStamps: false,
  auditReads: true,
  // Specification backoffice B-130, B-131.
  needs: { 'batch update': 'update admin salary', destroy: 'destroy account', 'batch destroy': 'batch destroy account' },
  fresh: ['export'],
  scope: createTeamScope('employee_id'),
  sheet: { key: ['employee_id', 'effective_from'] },
  fields: salaryFields,
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      approve: {
        from: ['draft'],
        to: 'approved',
        intent: 'success',
        guard: assertMayApproveSalary,
        set: ({ ctx }) => ({ approved_by: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`, approved_at: sql`now()` }),
      },
      disable: { from: ['draft', 'approved'], to: 'disabled', intent: 'danger', confirm: true, guard: refuseOwnSalary },
    },
  },
  hooks: { beforeValidate: completeSalary, validate: checkSalary, canDelete: canDeleteSalary },
})
