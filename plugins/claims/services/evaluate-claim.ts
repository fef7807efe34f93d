import { type Ctx, type Db, figureText, message, type Message, parseMoney, sql } from 'stoa'
import { checkClaim, type CheckedItem, type Finding, toUsedKey, type UsedAmounts } from '../domain/check-claim.ts'
import { claimSettings } from '../settings.ts'
import { type Category, readCategoryMap } from './categories.ts'
import { type ClaimEmployee, readToday } from './employee.ts'
import type { StoredItem } from './items.ts'

/** A finding with its text. */
export interface ClaimFinding extends Pick<Finding, 'item_id' | 'field' | 'isWarning'> {
  text: Message
}

interface Evaluation {
  categories: Map<number, Category>
  findings: ClaimFinding[]
}

/** What submitted claims of an employee, other than one, use of the limits. Decided expenses count with their approved amounts. */
async function readUsedAmounts(db: Pick<Db, 'rows'>, employeeId: number, claimId: number, months: readonly string[]): Promise<UsedAmounts> {
  if (months.length === 0) return new Map()
  const rows = await db.rows<{ category_id: number; day: string; amount: number }>(sql`
    select i.category_id, to_char(i.expense_date, 'YYYY-MM-DD') as day,
      sum(case when c.status in ('approved', 'paid') then coalesce(i.approved_amount_minor, 0) else i.base_amount_minor end)::bigint as amount
    from hr_reimbursement_item i join hr_reimbursement c on c.id = i.reimbursement_id
    where i.employee_id = ${employeeId} and c.id <> ${claimId} and c.status in ('pending', 'processing', 'approved', 'paid')
      and to_char(i.expense_date, 'YYYY-MM') = any(${[...months]}::text[]) group by i.category_id, i.expense_date`)
  const used = new Map<string, number>()
  for (const { category_id, day, amount } of rows)
    for (const key of [toUsedKey(category_id, day), toUsedKey(category_id, day.slice(0, 7))])
      used.set(key, (used.get(key) ?? 0) + Number(amount))
  return used
}

const toChecked = (item: StoredItem): CheckedItem => ({ ...item, has_receipt: item.receipt_sha256 !== '' })

function toText(finding: Finding, item: StoredItem, category: Category | undefined, currency: string): Message {
  const name = item.description || (category?.title ?? '')
  const params = { item: `${item.expense_date} ${name}`.trim(), category: category?.title ?? '', days: finding.days ?? 0 }
  const key =
    finding.code.startsWith('limit_') && finding.field === 'reason' && !finding.isWarning ? `${finding.code}_reason` : finding.code
  return message(`claims:check.${key}`, { ...params, limit: figureText(finding.limit ?? 0, currency, `${currency} `) })
}

/** Checks the expenses of a claim against dates, receipts and limits. */
export async function evaluateClaim(
  db: Pick<Db, 'rows' | 'one'>,
  ctx: Ctx,
  claim: { id: number; currency: string; employee: ClaimEmployee; items: readonly StoredItem[] },
): Promise<Evaluation> {
  const { employee, items, currency } = claim
  const settings = ctx.kernel.settings.of(claimSettings)
  const categories = await readCategoryMap(
    db,
    ctx,
    items.map(({ category_id }) => category_id),
  )
  const months = [...new Set(items.map(({ expense_date }) => expense_date.slice(0, 7)))]
  const findings = checkClaim(
    items.map(toChecked),
    categories,
    {
      today: await readToday(db, ctx, employee.id),
      windowDays: settings.claim_window_days,
      receiptRequiredOver: settings.receipt_required_over === null ? null : parseMoney(settings.receipt_required_over),
      limitPolicy: settings.limit_policy,
      joinDate: employee.join_date,
      lastDay: employee.last_day,
    },
    await readUsedAmounts(db, employee.id, claim.id, months),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return {
    categories,
    findings: findings.flatMap((finding) => {
      const item = byId.get(finding.item_id)
      if (!item) return []
      const { item_id, field, isWarning } = finding
      return [{ item_id, field, isWarning, text: toText(finding, item, categories.get(item.category_id), currency) }]
    }),
  }
}
