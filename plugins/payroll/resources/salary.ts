import { defineResource, sql } from 'stoa'
import { createTeamScope } from 'stoa/plugins/hr'
import { assertMayApproveSalary, canDeleteSalary, checkSalary, completeSalary, refuseOwnSalary } from '../services/salary-rules.ts'
import { salaryFields } from './salary-fields.ts'

/** A salary of an employee from a date on. An approved one never changes: a new one follows it. */
export const adminSalary = defineResource({
  name: 'admin_salary',
  transfer: { status: true, after: ['hr_employee', 'hr_pay_structure'] },
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
