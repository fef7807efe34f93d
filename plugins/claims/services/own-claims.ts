import { account, AppError, type Ctx, formatMoney, NOT_FOUND, parseMoney, sql } from 'stoa'
import { baseCurrency, listRatedCurrencies } from 'stoa/plugins/currency'
import { readHistory } from 'stoa/plugins/documents'
import type { ExpenseForm, OwnClaim, OwnClaimLine } from '../api-types.ts'
import { claimSettings } from '../settings.ts'
import { readCategories } from './categories.ts'
import { readToday } from './employee.ts'
import { readExpenseLines } from './expense-lines.ts'

/** Most claims of the list. */
const MOST_CLAIMS = 200

type MinorLine = Omit<OwnClaimLine, 'total_claimed' | 'total_approved'> & { total_claimed: number; total_approved: number }

const lineSql = sql`t.id, t.number, t.title, t.currency, t.total_claimed_minor as total_claimed, t.total_approved_minor as total_approved, t.status,
  t.submitted_at, t.created_at`

const toLine = <L extends MinorLine>(line: L) => ({
  ...line,
  total_claimed: formatMoney(line.total_claimed),
  total_approved: formatMoney(line.total_approved),
})

/** The claims of an employee, newest first. */
export async function readOwnClaims({ kernel }: Ctx, employeeId: number): Promise<OwnClaimLine[]> {
  const rows = await kernel.db.rows<MinorLine>(sql`
    select ${lineSql}, (select count(*) from hr_reimbursement_item i where i.reimbursement_id = t.id)::int as items
    from hr_reimbursement t where t.employee_id = ${employeeId} order by t.id desc limit ${MOST_CLAIMS}`)
  return rows.map(toLine)
}

interface StoredOwnClaim extends MinorLine {
  employee_id: number
  approver_id: number | null
  decision_note: string
  paid_by: OwnClaim['paid_by']
  paid_at: string | null
  payment_ref: string
}

/** One claim of an employee with its expenses. @throws AppError NOT_FOUND, also for a claim of somebody else */
export async function readOwnClaim(ctx: Ctx, employeeId: number, id: number): Promise<OwnClaim> {
  const { kernel } = ctx
  const stored = await kernel.db.one<StoredOwnClaim>(sql`
    select ${lineSql}, 0 as items, t.employee_id, t.approver_id, t.decision_note, t.paid_by, to_char(t.paid_at, 'YYYY-MM-DD') as paid_at, t.payment_ref
    from hr_reimbursement t where t.id = ${id} and t.employee_id = ${employeeId}`)
  if (!stored) throw new AppError(NOT_FOUND)
  const { employee_id: _employee, approver_id, ...claim } = stored
  const items = await readExpenseLines(ctx, kernel.db, stored, employeeId)
  const [approver] = approver_id === null ? [] : await kernel.query(account).whereIn('id', [approver_id])
  const history = await readHistory(kernel.db, 'hr_reimbursement', id)
  return {
    ...toLine(claim),
    items,
    approver: approver?.name ?? null,
    can_submit:
      stored.status === 'draft' && items.length > 0 && items.every(({ problems }) => problems.every(({ is_warning }) => is_warning)),
    history: history.map(({ at, to_status, reason }) => ({ at, to_status, reason })),
  }
}

const toText = (minor: number | null): string | null => (minor === null ? null : formatMoney(minor))

/** What the form of an expense offers an employee: enabled categories with their rules, and currencies with a rate. */
export async function readExpenseForm(ctx: Ctx, employeeId: number): Promise<ExpenseForm> {
  const { kernel } = ctx
  const { claim_window_days, limit_policy, receipt_required_over } = kernel.settings.of(claimSettings)
  const categories = await readCategories(kernel.db, ctx, sql`t.enabled`)
  const required = receipt_required_over === null ? null : parseMoney(receipt_required_over)
  return {
    today: await readToday(kernel.db, ctx, employeeId),
    currency: baseCurrency(kernel),
    currencies: await listRatedCurrencies(kernel.db, kernel),
    claim_window_days,
    limit_policy,
    categories: categories.map(({ id, title, is_default, is_mileage, mileage_rates, ...limits }) => ({
      id,
      title,
      is_default,
      is_mileage,
      mileage_rates,
      limit_item: toText(limits.limit_item),
      limit_day: toText(limits.limit_day),
      limit_month: toText(limits.limit_month),
      receipt_required_over: is_mileage ? null : toText(limits.receipt_required_over ?? required),
    })),
  }
}
