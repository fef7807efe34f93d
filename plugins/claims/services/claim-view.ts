import { account, type Ctx, hasPermission } from 'stoa'
import { isOwnEmployee } from 'stoa/plugins/hr'
import type { ClaimView } from '../api-types.ts'
import { hrReimbursement } from '../resources/reimbursement.ts'
import { isApprovalPending } from './approvable-claim.ts'
import { hasTwoSteps } from './decide-claim.ts'
import { readClaimEmployee } from './employee.ts'
import { readVersion } from './edit-claim.ts'
import { readExpenseLines } from './expense-lines.ts'

/** A claim with everything a decision or a payment needs, and what the caller may do now. @throws AppError NOT_FOUND */
export async function readClaimView(ctx: Ctx, id: number): Promise<ClaimView> {
  const { kernel, actor } = ctx
  const claim = await kernel.resources.get(ctx, hrReimbursement, id)
  const employee = await readClaimEmployee(kernel, claim.employee_id)
  const items = await readExpenseLines(ctx, kernel.db, claim)
  const ids = [claim.endorsed_by, claim.approver_id].filter((accountId) => accountId !== null)
  const names = new Map((await kernel.query(account).whereIn('id', ids)).map((row) => [row.id, row.name]))
  const isOwn = isOwnEmployee(ctx, employee)
  const may = (right: string) => !isOwn && hasPermission(actor, `${right} hr reimbursement`)
  const twoSteps = hasTwoSteps(ctx)
  const isPending = claim.status === 'pending'
  const isFinance = claim.status === 'processing'
  const isOther = actor.kind !== 'admin' || actor.id !== claim.endorsed_by
  const waits = (isPending || isFinance) && (await isApprovalPending(ctx, kernel.db, id))
  const mayApprove = (isFinance || (isPending && !twoSteps)) && isOther && may('approve')
  const mayEndorse = isPending && twoSteps && may('endorse')
  return {
    id: claim.id,
    version: await readVersion(kernel.db, id),
    number: claim.number,
    title: claim.title,
    currency: claim.currency,
    total_claimed: claim.total_claimed,
    total_approved: claim.total_approved,
    status: claim.status,
    submitted_at: claim.submitted_at,
    created_at: claim.created_at,
    employee: employee.name,
    items,
    endorser: claim.endorsed_by === null ? null : (names.get(claim.endorsed_by) ?? null),
    approver: claim.approver_id === null ? null : (names.get(claim.approver_id) ?? null),
    decision_note: claim.decision_note,
    paid_by: claim.paid_by,
    paid_at: claim.paid_at,
    payment_ref: claim.payment_ref,
    payroll_ref: claim.payroll_ref,
    may_endorse: mayEndorse,
    may_approve: mayApprove && !waits,
    may_reject: (isPending || isFinance) && !waits && may('reject') && (!isFinance || may('approve')),
    may_edit_amounts: mayEndorse || mayApprove,
    may_edit_rates: (isPending || isFinance) && may('approve'),
    may_pay: claim.status === 'approved' && claim.payroll_ref === null && may('pay'),
    waits_in_inbox: waits,
  }
}
