import { AppError, type Ctx, message, recordAudit, sql, type Tx, validationError, WRONG_STATE } from 'stoa'
import { claimTable, type PaymentWay } from '../domain/statuses.ts'
import { withAllClaims } from './claim-scope.ts'
import { assertNotOwn, type ClaimContext } from './decide-claim.ts'

const inPayroll = (reference: string) => validationError({ status: message('claims:error.in_payroll', { reference }) })

/**
 * Guard of a direct payment: the claim is in no payroll, the payment is not in the future, and nobody pays a claim of their own. The row
 * is locked, so a payroll cannot include it meanwhile. @throws AppError INVALID at `status` or `paid_at`
 */
export async function assertMayPay(context: ClaimContext & { input: { paid_at: string } }): Promise<void> {
  const { tx, row, input } = context
  await assertNotOwn(context)
  if (row.payroll_ref !== null) throw inPayroll(row.payroll_ref)
  if (await tx.one(sql`select 1 where ${input.paid_at}::date > business_day() or ${input.paid_at}::date < date '2000-01-01'`))
    throw validationError({ paid_at: message('claims:error.paid_at') })
}

/** Changes how a claim will be paid. @throws AppError INVALID at `status`, WRONG_STATE */
export async function changePaymentWay(context: ClaimContext & { input: { paid_by: PaymentWay } }): Promise<void> {
  const { tx, row, input } = context
  if (!['pending', 'processing', 'approved'].includes(row.status)) throw new AppError(WRONG_STATE)
  await assertNotOwn(context)
  if (row.payroll_ref !== null) throw inPayroll(row.payroll_ref)
  await tx.run(sql`update hr_reimbursement set paid_by = ${input.paid_by}, version = version + 1, updated_at = now() where id = ${row.id}`)
}

/** An approved claim that a payroll can pay. Amounts in minor units of `currency`. */
export interface PayableClaim {
  id: number
  number: string
  employee_id: number
  title: string
  currency: string
  amount: number
}

/**
 * Approved claims that are to be paid with the salary and that no payroll includes yet, if all their expenses are of `until`
 * (`2026-11-30`) or before. By employee and age.
 */
export const readPayableClaims = (
  db: Pick<Tx, 'rows'>,
  { employees, until }: { employees: readonly number[]; until: string },
): Promise<PayableClaim[]> =>
  db.rows<PayableClaim>(sql`
    select c.id, c.number, c.employee_id, c.title, c.currency, c.total_approved_minor as amount from hr_reimbursement c
    where c.status = 'approved' and c.paid_by = 'payroll' and c.payroll_ref is null and c.employee_id = any(${[...employees]}::bigint[])
      and not exists (select from hr_reimbursement_item i where i.reimbursement_id = c.id and i.expense_date > ${until}::date)
    order by c.employee_id, c.id`)

interface PayrollClaim {
  id: number
  number: string
  status: string
  paid_by: string
  payroll_ref: string | null
}

/**
 * Includes claims in a payroll such as `payroll/12`, so that nobody pays them directly any more. All of them or none. A repeated call
 * with the same reference changes nothing. @throws AppError WRONG_STATE naming the claims that are paid, canceled, or in another payroll
 */
export async function claimForPayroll(tx: Tx, ctx: Ctx, claimIds: readonly number[], reference: string): Promise<void> {
  const ids = [...new Set(claimIds)].toSorted((one, two) => one - two)
  const claims = await tx.rows<PayrollClaim>(sql`
    select id, number, status, paid_by, payroll_ref from hr_reimbursement where id = any(${ids}::bigint[]) order by id for update`)
  const unavailable = claims.filter(
    ({ status, paid_by, payroll_ref }) =>
      status !== 'approved' || paid_by !== 'payroll' || (payroll_ref !== null && payroll_ref !== reference),
  )
  const missing = ids.filter((id) => !claims.some((claim) => claim.id === id)).map((id) => `#${id}`)
  const numbers = [...unavailable.map(({ number }) => number), ...missing]
  if (numbers.length > 0)
    throw new AppError(WRONG_STATE, { status: [message('claims:error.not_payable', { numbers: numbers.join(', ') })] })
  const fresh = claims.filter(({ payroll_ref }) => payroll_ref === null).map(({ id }) => id)
  await setPayroll(tx, ctx, fresh, reference)
}

async function setPayroll(tx: Tx, ctx: Ctx, ids: readonly number[], reference: string): Promise<void> {
  if (ids.length === 0) return
  await tx.run(
    sql`update hr_reimbursement set payroll_ref = ${reference}, version = version + 1, updated_at = now() where id = any(${[...ids]}::bigint[])`,
  )
  for (const id of ids)
    await recordAudit(tx, ctx, {
      resource: 'hr_reimbursement',
      rowId: id,
      verb: 'update',
      changes: [{ field: 'payroll_ref', old: null, new: reference }],
    })
  tx.invalidate('hr_reimbursement')
}

/** Removes the claims of a payroll that is not carried out from it. Paid ones stay. @returns the number of claims */
export async function releasePayroll(tx: Tx, reference: string): Promise<number> {
  const released = await tx.run(sql`
    update hr_reimbursement set payroll_ref = null, version = version + 1, updated_at = now()
    where payroll_ref = ${reference} and status = 'approved'`)
  if (released > 0) tx.invalidate('hr_reimbursement')
  return released
}

/** Marks the claims of a payroll as paid on the day of its payment, with its number. A second call finds none. @returns the number of claims */
export async function markPaidByPayroll(
  tx: Tx,
  ctx: Ctx,
  reference: string,
  { paid_on, number }: { paid_on: string; number: string },
): Promise<number> {
  const claims = await tx.rows<{ id: number }>(sql`
    select id from hr_reimbursement where payroll_ref = ${reference} and status = 'approved' order by id for update`)
  for (const { id } of claims)
    await ctx.kernel.resources.transitionIn(tx, withAllClaims(ctx), claimTable, id, 'settle', { paid_at: paid_on, payment_ref: number })
  return claims.length
}
