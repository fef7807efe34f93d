import { type Ctx, message, type Message, sql, systemCtx, type Tx, validationError } from 'stoa'
import { hrReimbursement } from '../resources/reimbursement.ts'
import { requestApproval } from './approvable-claim.ts'
import { withAllClaims } from './claim-scope.ts'
import { hasTwoSteps } from './decide-claim.ts'
import { lockDraft, lockOwnClaim, updateTotals } from './edit-claim.ts'
import { refreshRates } from './edit-item.ts'
import { lockEmployee, readClaimEmployee } from './employee.ts'
import { evaluateClaim } from './evaluate-claim.ts'
import { readItems } from './items.ts'
import { notifyFinance, notifyManager } from './notices.ts'

/**
 * Submits a draft. The lock of the employee runs submissions one after the other, so that two claims do not use the same limit. An
 * employee without a manager who has an account goes straight to finance, where two steps are set.
 * @throws AppError NOT_FOUND, WRONG_STATE, INVALID at `items` with one line per problem
 */
export const submitClaim = (ctx: Ctx, employeeId: number, claimId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    await lockEmployee(tx, employeeId)
    const claim = await lockDraft(tx, employeeId, claimId)
    await refreshRates(tx, ctx, claim)
    const items = await readItems(tx, claim.id)
    if (items.length === 0) throw validationError({ items: message('claims:error.no_items') })
    const employee = await readClaimEmployee(tx, employeeId)
    const { findings } = await evaluateClaim(tx, ctx, { ...claim, employee, items })
    const problems: Message[] = findings.filter(({ isWarning }) => !isWarning).map(({ text }) => text)
    if (problems.length > 0) throw validationError({ items: problems })
    await approveAsClaimed(tx, claim.id)
    const as = withAllClaims(ctx)
    const row = { id: claim.id, number: claim.number, employee_id: employeeId }
    await ctx.kernel.resources.transitionIn(tx, as, hrReimbursement, claim.id, 'submit')
    await requestApproval(tx, ctx, claim.id)
    if (hasTwoSteps(ctx) && employee.manager_account_id === null)
      await ctx.kernel.resources.transitionIn(tx, systemCtx(ctx.kernel, 'claims'), hrReimbursement, claim.id, 'endorse')
    else if (hasTwoSteps(ctx) || employee.manager_account_id !== null) await notifyManager({ ctx, tx, row })
    else await notifyFinance({ ctx, tx, row })
  })

/** Until somebody decides otherwise, the approved amounts are the claimed ones. */
async function approveAsClaimed(tx: Tx, claimId: number): Promise<void> {
  await tx.run(sql`update hr_reimbursement_item set approved_amount_minor = base_amount_minor, version = version + 1, updated_at = now()
    where reimbursement_id = ${claimId}`)
  tx.invalidate('hr_reimbursement_item')
  await updateTotals(tx, claimId)
}

/** Withdraws a draft or pending claim of an employee. @throws AppError NOT_FOUND, WRONG_STATE */
export const cancelOwnClaim = (ctx: Ctx, employeeId: number, claimId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    await lockOwnClaim(tx, employeeId, claimId)
    await ctx.kernel.resources.transitionIn(tx, withAllClaims(ctx), hrReimbursement, claimId, 'cancel', { reason: '' })
  })

/** Makes a rejected claim of an employee a draft again. @throws AppError NOT_FOUND, WRONG_STATE */
export const reopenOwnClaim = (ctx: Ctx, employeeId: number, claimId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    await lockOwnClaim(tx, employeeId, claimId)
    await ctx.kernel.resources.transitionIn(tx, withAllClaims(ctx), hrReimbursement, claimId, 'reopen')
  })
