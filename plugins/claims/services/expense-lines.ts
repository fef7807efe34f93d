import { type Ctx, type Db, formatMoney, signedPath, translateMessages } from 'stoa'
import type { Expense } from '../api-types.ts'
import { findDuplicates } from './duplicates.ts'
import { readClaimEmployee } from './employee.ts'
import { evaluateClaim } from './evaluate-claim.ts'
import { readItems } from './items.ts'

interface ClaimKey {
  id: number
  employee_id: number
  currency: string
  status: string
}

/**
 * The expenses of a claim with receipts, problems and possible duplicates. Receipts have signed URLs that expire after some minutes. The
 * caller has checked who may read the claim.
 * @param viewerEmployeeId the employee, in self-service
 */
export async function readExpenseLines(ctx: Ctx, db: Db, claim: ClaimKey, viewerEmployeeId?: number): Promise<Expense[]> {
  const { kernel } = ctx
  const items = await readItems(db, claim.id)
  const employee = await readClaimEmployee(kernel, claim.employee_id)
  const { categories, findings } = await evaluateClaim(db, ctx, { ...claim, employee, items })
  const duplicates = claim.status === 'canceled' ? [] : await findDuplicates(db, ctx, claim.id, viewerEmployeeId)
  const language = ctx.interfaceLanguage ?? ctx.language
  // Dates and receipts are checked when a claim is submitted. Later, only warnings matter.
  const isOpen = claim.status === 'draft'
  return items.map(({ reimbursement_id: _claim, employee_id: _employee, receipt_path, receipt_name, receipt_sha256: _hash, ...item }) => ({
    ...item,
    category: categories.get(item.category_id)?.title ?? '',
    is_mileage: item.mileage_km !== null,
    amount: formatMoney(item.amount),
    base_amount: formatMoney(item.base_amount),
    approved_amount: item.approved_amount === null ? null : formatMoney(item.approved_amount),
    receipt:
      receipt_path === ''
        ? null
        : { name: receipt_name, url: signedPath(kernel.config, receipt_path), is_picture: !receipt_path.endsWith('.pdf') },
    problems: findings
      .filter(({ item_id, isWarning }) => item_id === item.id && (isOpen || isWarning))
      .map(({ field, text, isWarning }) => ({
        field,
        text: [translateMessages(kernel, language, [text])].flat().join(' '),
        is_warning: isWarning,
      })),
    duplicates: duplicates.filter(({ item_id }) => item_id === item.id).map(({ item_id: _item, ...duplicate }) => duplicate),
  }))
}
