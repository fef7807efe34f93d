import {
  AppError,
  type Ctx,
  formatMoney,
  hasPermission,
  isPayable,
  message,
  NOT_FOUND,
  parseMoney,
  recordAudit,
  STALE,
  type Tx,
  sql,
  validationError,
  WRONG_STATE,
} from 'stoa'
import { toBaseAmount } from '../domain/expense-amount.ts'
import { hrReimbursement } from '../resources/reimbursement.ts'
import { requestApproval } from './approvable-claim.ts'
import { assertNotOwn, hasTwoSteps } from './decide-claim.ts'
import { readVersion, updateTotals } from './edit-claim.ts'
import { readItems, type StoredItem } from './items.ts'

/** The approved amount of an expense, as text in the currency of the claim. */
export interface ApprovedAmount {
  id: number
  approved_amount: string
  note: string
}

type LockedRow = Awaited<ReturnType<typeof lockWaiting>>

/**
 * Locks a claim that waits for a decision, in the row scope of the actor. @throws AppError NOT_FOUND, WRONG_STATE, STALE when somebody
 * else has changed it since it was shown
 */
async function lockWaiting(tx: Tx, ctx: Ctx, id: number, version: number) {
  const row = await ctx.kernel.resources.lockIn(tx, ctx, hrReimbursement, id)
  await assertNotOwn({ ctx, tx, row })
  if (row.status !== 'pending' && row.status !== 'processing') throw new AppError(WRONG_STATE)
  if ((await readVersion(tx, id)) !== version) throw new AppError(STALE)
  return row
}

/** @throws AppError INVALID at `amounts` */
function assertApprovable({ base_amount }: StoredItem, approved: number, row: LockedRow): void {
  const limit = formatMoney(base_amount)
  if (approved < 0 || approved > base_amount) throw validationError({ amounts: message('claims:error.approved_amount', { limit }) })
  if (!isPayable(approved, row.currency)) throw validationError({ amounts: message('core:rule.whole_amount', { code: row.currency }) })
}

/**
 * Sets the approved amounts of expenses. While the manager decides, it needs the right to endorse, where two steps are set; then the
 * right to approve, and another person. @throws AppError INVALID at `amounts` or `status`
 */
export const setApprovedAmounts = (ctx: Ctx, id: number, version: number, amounts: readonly ApprovedAmount[]): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    const row = await lockWaiting(tx, ctx, id, version)
    const isManagerStep = row.status === 'pending' && hasTwoSteps(ctx)
    const isOther = ctx.actor.kind !== 'admin' || ctx.actor.id !== row.endorsed_by
    if (!hasPermission(ctx.actor, `${isManagerStep ? 'endorse' : 'approve'} hr reimbursement`))
      throw validationError({ status: message(`claims:error.${isManagerStep ? 'manager_first' : 'finance_decides'}`) })
    if (!isOther) throw validationError({ status: message('claims:error.other_person') })
    const items = new Map((await readItems(tx, id)).map((item) => [item.id, item]))
    for (const { id: itemId, approved_amount, note } of amounts) {
      const item = items.get(itemId)
      if (!item) throw validationError({ amounts: message('core:rule.not_exists') })
      const approved = parseMoney(approved_amount)
      assertApprovable(item, approved, row)
      await tx.run(sql`update hr_reimbursement_item set approved_amount_minor = ${approved}, approval_note = ${note}, version = version + 1,
        updated_at = now() where id = ${itemId}`)
      if (approved !== item.approved_amount)
        await recordAudit(tx, ctx, {
          resource: 'hr_reimbursement_item',
          rowId: itemId,
          verb: 'update',
          changes: [
            {
              field: 'approved_amount',
              old: item.approved_amount === null ? null : formatMoney(item.approved_amount),
              new: formatMoney(approved),
            },
          ],
        })
    }
    tx.invalidate('hr_reimbursement_item')
    await updateTotals(tx, id)
  })

/**
 * Changes the exchange rate of an expense, with a reason; the approved amount becomes the converted amount. The total changes, so a
 * request in the approval inbox is made again. @throws AppError NOT_FOUND, STALE, WRONG_STATE, INVALID at `rate`
 */
export const setExchangeRate = (
  ctx: Ctx,
  id: number,
  change: { version: number; item_id: number; rate: string; reason: string },
): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    const row = await lockWaiting(tx, ctx, id, change.version)
    const item = (await readItems(tx, id)).find((found) => found.id === change.item_id)
    if (!item) throw new AppError(NOT_FOUND)
    if (item.currency === row.currency) throw validationError({ rate: message('claims:error.base_rate') })
    if (!/^\d{1,9}(\.\d{1,8})?$/.test(change.rate) || Number(change.rate) <= 0)
      throw validationError({ rate: message('claims:error.rate') })
    const base = toBaseAmount(item.amount, change.rate, row.currency)
    await tx.run(sql`update hr_reimbursement_item set rate = ${change.rate}::numeric, rate_date = expense_date, rate_source = 'manual',
      rate_note = ${change.reason}, base_amount_minor = ${base}, approved_amount_minor = ${base}, version = version + 1, updated_at = now()
      where id = ${item.id}`)
    await recordAudit(tx, ctx, {
      resource: 'hr_reimbursement_item',
      rowId: item.id,
      verb: 'update',
      changes: [
        { field: 'rate', old: item.rate, new: change.rate },
        { field: 'rate_note', old: item.rate_note, new: change.reason },
      ],
    })
    tx.invalidate('hr_reimbursement_item')
    await updateTotals(tx, id)
    await requestApproval(tx, ctx, id)
  })
