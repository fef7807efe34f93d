import { type Ctx, defineResource, f, hasPermission, message, sql } from 'stoa'
import { SEE_ALL } from 'stoa/plugins/hr'
import { approvePayroll, assertMayApprove } from '../services/approve-payroll.ts'
import { assertMayCancel, cancelPayroll } from '../services/cancel-payroll.ts'
import { completePayroll, checkPayroll } from '../services/payroll-period.ts'
import { assertNotComputing, startComputation } from '../services/start-computation.ts'
import { payPayroll, sendPayroll } from '../services/send-payroll.ts'
import { payrollTransitions } from '../statuses.ts'
import { payrollFields } from './payroll-fields.ts'

/** A payroll holds the pay of everybody, so only those who see all employees see it. */
const seesAllScope = Object.assign(
  ({ actor }: Pick<Ctx, 'actor'>) => (actor.kind === 'system' || hasPermission(actor, SEE_ALL) ? null : sql`false`),
  { all: SEE_ALL },
)

/** The pay of all employees of a frequency and currency for a period. */
export const hrPayroll = defineResource({
  name: 'hr_payroll',
  path: 'payroll',
  label: 'number',
  match: 'number',
  sortBy: '-start_date',
  verbs: ['get', 'create', 'update', 'destroy', 'export'],
  locked: true,
  listStamps: false,
  transfer: false,
  scope: seesAllScope,
  columns: {
    employees: {
      field: f.int({ list: 5 }),
      read: () => sql`(select count(*) from hr_payslip p where p.payroll_id = t.id and p.status <> 'canceled')`,
    },
    net: {
      field: f.money({ list: 6 }),
      read: () => sql`(select coalesce(sum(p.net_minor), 0) from hr_payslip p where p.payroll_id = t.id and p.status <> 'canceled')`,
    },
  },
  fields: payrollFields,
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      finish: { ...payrollTransitions.finish, set: () => ({ computed_at: sql`now()` }) },
      flag: { ...payrollTransitions.flag, set: () => ({ computed_at: sql`now()` }) },
      revise: { ...payrollTransitions.revise, guard: assertNotComputing },
      approve: {
        ...payrollTransitions.approve,
        guard: assertMayApprove,
        set: ({ ctx }) => ({ approved_by: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`, approved_at: sql`now()` }),
        effect: approvePayroll,
      },
      send: { ...payrollTransitions.send, confirm: true, set: () => ({ sent_at: sql`now()` }), effect: sendPayroll },
      pay: {
        ...payrollTransitions.pay,
        input: { paid_on: f.date(), payment_reference: f.text({ default: '', maxLength: 200 }) },
        set: ({ input }) => ({
          paid_at: sql`now()`,
          paid_on: sql`${input.paid_on}::date`,
          payment_reference: sql`${input.payment_reference}::text`,
        }),
        effect: payPayroll,
      },
      // After the steps that follow it: the first step that leads on is the main button.
      compute: { ...payrollTransitions.compute, effect: startComputation },
      cancel: {
        ...payrollTransitions.cancel,
        input: { reason: f.area({ maxLength: 2_000 }) },
        guard: assertMayCancel,
        effect: cancelPayroll,
      },
    },
  },
  hooks: {
    beforeValidate: completePayroll,
    validate: checkPayroll,
    canDelete: async ({ tx, row }) =>
      row.status === 'draft' && (await tx.one(sql`select 1 from hr_payslip where payroll_id = ${row.id} limit 1`)) === undefined
        ? true
        : message('payroll:error.payroll_used'),
  },
})
