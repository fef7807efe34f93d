import { type Ctx, figureText, sql, systemCtx, type Tx } from 'stoa'
import { type ApprovableDocument, APPROVALS } from 'stoa/plugins/approvals'
import { claimTable } from '../domain/statuses.ts'
import { readClaimEmployee } from './employee.ts'

/** Name of this document type in approvals. */
export const KIND = 'reimbursement'

interface WaitingClaim {
  status: string
  number: string
  employee_id: number
  amount: number
}

/**
 * Approval of a submitted claim by the rules of the approval inbox, such as of claims above an amount. It comes before the decision of
 * finance; it does not replace it. Rejected or withdrawn in the inbox, the claim is rejected, and the employee can edit it again.
 */
export const approvableClaim: ApprovableDocument = {
  title: 'claims:approval.reimbursement',
  of: 'hr_reimbursement',
  needs: 'approve hr reimbursement',
  async about({ kernel }, ids) {
    const rows = await kernel.db.rows<{ id: number; currency: string; total: number; employee_id: number }>(
      sql`select id, currency, total_claimed_minor as total, employee_id from hr_reimbursement where id = any(${[...ids]}::bigint[])`,
    )
    const lines = rows.map(async ({ id, currency, total, employee_id }) => {
      const { name } = await readClaimEmployee(kernel, employee_id)
      return [id, `${name} · ${figureText(total, currency, `${currency} `)}`] as const
    })
    return new Map(await Promise.all(lines))
  },
  async lock(tx, _ctx, id) {
    const claim = await tx.one<WaitingClaim>(sql`
      select status, number, employee_id, total_claimed_minor as amount from hr_reimbursement where id = ${id} for update`)
    if (claim?.status !== 'pending' && claim?.status !== 'processing') return undefined
    const { account_id } = await readClaimEmployee(tx, claim.employee_id)
    return {
      title: claim.number,
      amount: claim.amount,
      link: `reimbursement/view/${id}`,
      ownerIds: account_id === null ? [] : [account_id],
    }
  },
  approved: () => Promise.resolve(),
  rejected: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, claimTable, id, 'reject', { note: reason }),
  withdrawn: (tx, ctx, id, reason) => {
    const note = reason || ctx.kernel.i18n.t(ctx.mainLanguage, 'claims:note.approval_withdrawn')
    // The actor may be the requester, whose own claim is outside their row scope.
    return ctx.kernel.resources.transitionIn(tx, systemCtx(ctx.kernel, 'claims'), claimTable, id, 'reject', { note })
  },
}

/** Requests the approvals that the rules of the inbox require. The caller holds the row lock of the claim. */
export const requestApproval = async (tx: Tx, ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.kernel.find(APPROVALS)?.request(tx, ctx, KIND, id)) ?? false

/** Whether a claim waits in the approval inbox. */
export const isApprovalPending = async ({ kernel }: Ctx, db: Pick<Tx, 'rows' | 'one' | 'run'>, id: number): Promise<boolean> =>
  ((await kernel.find(APPROVALS)?.findPending(db, KIND, [id]))?.size ?? 0) > 0

/** Ends the request of a claim that was canceled. */
export async function withdrawApproval({
  ctx,
  tx,
  row,
  input,
}: {
  ctx: Ctx
  tx: Tx
  row: { id: number }
  input: { reason: string }
}): Promise<void> {
  await ctx.kernel.find(APPROVALS)?.withdraw(tx, ctx, KIND, row.id, input.reason)
}
