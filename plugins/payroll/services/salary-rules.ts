import {
  type DeleteContext,
  type DraftInput,
  message,
  type Message,
  sql,
  type TransitionContext,
  type ValidatedInput,
  validationError,
} from 'stoa'
import { isOwnRecord } from 'stoa/plugins/hr'
import type { salaryFields } from '../resources/salary-fields.ts'
import { payrollSettings } from '../settings.ts'

type Fields = typeof salaryFields

/** A salary has the currency of its structure, and records who wrote it. */
export async function completeSalary({ ctx, tx, input, mode }: DraftInput<Fields>): Promise<void> {
  if (mode === 'create') input.created_by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  if (!input.structure_id) return
  const structure = await tx.one<{ currency: string }>(sql`select currency from hr_pay_structure where id = ${input.structure_id}`)
  if (structure) input.currency = structure.currency
}

const sameText = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Rules of a salary. Nobody writes their own. An approved salary stays as it is, because payslips were computed from it.
 * @throws AppError INVALID by field
 */
export async function checkSalary({ ctx, tx, input, old }: ValidatedInput<Fields>): Promise<void> {
  const next = { pay_type: 'monthly', frequency: 'monthly', ...old, ...input }
  for (const id of new Set([old?.employee_id, input.employee_id]))
    if (id && (await isOwnRecord(tx, ctx, id))) throw validationError({ employee_id: message('payroll:error.own_salary') })
  if (old && old.status !== 'draft')
    for (const [name, value] of Object.entries(input))
      if (name !== 'created_by' && name !== 'note' && !sameText(value, old[name as keyof Fields]))
        throw validationError({ [name]: message('payroll:error.salary_fixed') })
  if (next.pay_type === 'monthly' && next.frequency !== 'monthly' && next.frequency !== 'semi_monthly')
    throw validationError({ frequency: message('payroll:error.monthly_frequency') })
  const codes = (input.allowances ?? []).map(({ code }) => code)
  if (new Set(codes).size < codes.length) throw validationError({ allowances: message('payroll:error.allowance_twice') })
  if (codes.includes('base')) throw validationError({ allowances: message('payroll:error.code_taken') })
}

/** @throws AppError INVALID at `status` for the own salary */
export async function refuseOwnSalary({ ctx, tx, row }: TransitionContext<Fields>): Promise<void> {
  if (await isOwnRecord(tx, ctx, row.employee_id)) throw validationError({ status: message('payroll:error.own_salary') })
}

/** Nobody approves their own salary, nor one they entered when two people are required. @throws AppError INVALID at `status` */
export async function assertMayApproveSalary(context: TransitionContext<Fields>): Promise<void> {
  await refuseOwnSalary(context)
  const { ctx, row } = context
  const isSame = ctx.actor.kind === 'admin' && ctx.actor.id === row.created_by
  if (isSame && ctx.kernel.settings.of(payrollSettings).four_eyes) throw validationError({ status: message('payroll:error.four_eyes') })
}

/** A salary that a payslip was computed from stays. Nobody deletes their own. */
export async function canDeleteSalary({ ctx, tx, row }: DeleteContext<Fields>): Promise<true | Message> {
  if (await isOwnRecord(tx, ctx, row.employee_id)) return message('payroll:error.own_salary')
  const used = await tx.one(sql`select 1 from hr_payslip where salary_id = ${row.id} and status <> 'canceled'
    union all select 1 from hr_payslip_line l join hr_payslip p on p.id = l.payslip_id
      where p.employee_id = ${row.employee_id} and p.status <> 'canceled' and l.source ->> 'salary_id' = ${String(row.id)} limit 1`)
  return used === undefined || message('payroll:error.salary_used')
}
