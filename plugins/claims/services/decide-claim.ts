import { AppError, type Ctx, hasPermission, message, parseMoney, type Tx, validationError, WRONG_STATE } from 'stoa'
import { isOwnRecord } from 'stoa/plugins/hr'
import { claimSettings } from '../settings.ts'
import { isApprovalPending } from './approvable-claim.ts'
import { readClaimEmployee } from './employee.ts'

/** A claim as its transitions see it: locked. Amounts as text. */
export interface StoredClaim {
  id: number
  number: string
  employee_id: number
  status: string
  total_approved: string
  endorsed_by: number | null
  paid_by: string
  payroll_ref: string | null
}

export interface ClaimContext {
  ctx: Ctx
  tx: Tx
  row: StoredClaim
}

export const hasTwoSteps = ({ kernel }: Pick<Ctx, 'kernel'>): boolean => kernel.settings.of(claimSettings).approval === 'manager_finance'

const refuse = (key: string) => validationError({ status: message(`claims:error.${key}`) })

/** Nobody decides about a claim of their own, whatever the rights are. @throws AppError INVALID at `status` */
export async function assertNotOwn({ ctx, tx, row }: ClaimContext): Promise<void> {
  if (await isOwnRecord(tx, ctx, row.employee_id)) throw refuse('own_claim')
}

/**
 * Guard of a decision. With two steps, the manager approves first; then finance approves or rejects, which is another right and another
 * person. A claim that waits in the approval inbox is approved there first. @throws AppError INVALID at `status`, WRONG_STATE
 */
export async function assertMayDecide(context: ClaimContext, action: 'endorse' | 'approve' | 'reject'): Promise<void> {
  const { ctx, tx, row } = context
  const { actor } = ctx
  await assertNotOwn(context)
  const isFinance = row.status === 'processing'
  if (action === 'endorse' && !hasTwoSteps(ctx)) throw refuse('one_step')
  if (action === 'approve' && !isFinance && hasTwoSteps(ctx)) throw refuse('manager_first')
  if (action === 'reject' && isFinance && !hasPermission(actor, 'approve hr reimbursement') && actor.kind !== 'system')
    throw refuse('finance_decides')
  if (action === 'approve' && actor.kind === 'admin' && actor.id === row.endorsed_by) throw refuse('other_person')
  if (action === 'endorse') return
  if (await isApprovalPending(ctx, tx, row.id)) throw new AppError(WRONG_STATE, { status: [message('claims:error.in_inbox')] })
}

/** The approved total may have changed since it was shown. @throws AppError INVALID at `total` */
export function assertTotalUnchanged({ row, input }: { row: Pick<StoredClaim, 'total_approved'>; input: { total: string | null } }): void {
  if (input.total !== null && parseMoney(input.total) !== parseMoney(row.total_approved))
    throw validationError({ total: message('claims:error.total_changed', { total: row.total_approved }) })
}

/** A claim without any approved amount is rejected, never approved. @throws AppError INVALID at `status` */
export function assertSomethingApproved({ row }: { row: Pick<StoredClaim, 'total_approved'> }): void {
  if (parseMoney(row.total_approved) === 0) throw refuse('nothing_approved')
}

/** The employee withdraws the own claim; others need the right and cancel claims of others only. */
export async function assertMayCancel({ ctx, tx, row }: ClaimContext): Promise<void> {
  if (row.status === 'draft') {
    const { account_id } = await readClaimEmployee(tx, row.employee_id)
    if (ctx.actor.kind === 'admin' && ctx.actor.id !== account_id) throw refuse('not_submitted')
  }
}
