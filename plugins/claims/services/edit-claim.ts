import { AppError, type Ctx, idempotent, message, NOT_FOUND, sql, type Tx, validationError, WRONG_STATE } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { nextNumber } from 'stoa/plugins/documents'
import { hrReimbursement } from '../resources/reimbursement.ts'
import { claimSettings } from '../settings.ts'
import { withAllClaims } from './claim-scope.ts'
import { lockEmployee } from './employee.ts'

/** A claim that its employee edits, locked. */
export interface LockedClaim {
  id: number
  employee_id: number
  number: string
  currency: string
  status: string
}

/** Most claims that an employee prepares at once. */
export const MOST_DRAFTS = 20

/**
 * Locks a claim of an employee. @throws AppError NOT_FOUND, also for a claim of somebody else
 */
export async function lockOwnClaim(tx: Tx, employeeId: number, claimId: number): Promise<LockedClaim> {
  const claim = await tx.one<LockedClaim>(sql`
    select id, employee_id, number, currency, status from hr_reimbursement where id = ${claimId} and employee_id = ${employeeId} for update`)
  if (!claim) throw new AppError(NOT_FOUND)
  return claim
}

/** Locks a draft of an employee. @throws AppError NOT_FOUND, WRONG_STATE for a claim that was submitted */
export async function lockDraft(tx: Tx, employeeId: number, claimId: number): Promise<LockedClaim> {
  const claim = await lockOwnClaim(tx, employeeId, claimId)
  if (claim.status !== 'draft') throw new AppError(WRONG_STATE, { status: [message('claims:error.not_draft')] })
  return claim
}

/** Adds a draft. A repeated request with the same key gets the first claim. @returns its id */
export const createDraft = (ctx: Ctx, employeeId: number, title: string, key: string | undefined): Promise<number> =>
  ctx.kernel.transaction((tx) =>
    idempotent(tx, `claim ${employeeId}`, key, { title }, async () => {
      await lockEmployee(tx, employeeId)
      const drafts = await tx.one<{ n: number }>(
        sql`select count(*) as n from hr_reimbursement where employee_id = ${employeeId} and status = 'draft'`,
      )
      if (Number(drafts?.n ?? 0) >= MOST_DRAFTS)
        throw validationError({ title: message('claims:error.too_many_drafts', { count: MOST_DRAFTS }) })
      const { id } = await ctx.kernel.resources.createIn(tx, withAllClaims(ctx), hrReimbursement, {
        number: await nextNumber(tx, 'EC', 'hr_reimbursement_number_seq'),
        employee_id: employeeId,
        title,
        currency: baseCurrency(ctx.kernel),
        paid_by: ctx.kernel.settings.of(claimSettings).paid_by,
      })
      return id
    }),
  )

/** Changes the title of a draft. @throws AppError NOT_FOUND, WRONG_STATE */
export const renameDraft = (ctx: Ctx, employeeId: number, claimId: number, title: string): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    await lockDraft(tx, employeeId, claimId)
    await ctx.kernel.resources.updateIn(tx, withAllClaims(ctx), hrReimbursement, claimId, { title })
  })

/** Sets the totals of a claim to the sums of its expenses. The caller holds the row lock. */
export async function updateTotals(tx: Tx, claimId: number): Promise<void> {
  await tx.run(sql`
    update hr_reimbursement t set total_claimed_minor = s.claimed, total_approved_minor = s.approved, version = version + 1, updated_at = now()
    from (select coalesce(sum(base_amount_minor), 0) as claimed, coalesce(sum(approved_amount_minor), 0) as approved
      from hr_reimbursement_item where reimbursement_id = ${claimId}) s where t.id = ${claimId}`)
  tx.invalidate('hr_reimbursement')
}

/** The version of a claim that exists. */
export const readVersion = async (db: Pick<Tx, 'one'>, claimId: number): Promise<number> =>
  (await db.one<{ version: number }>(sql`select version from hr_reimbursement where id = ${claimId}`))?.version ?? 0
