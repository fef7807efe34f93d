import { countDays } from 'stoa/calendar-date'

/** An expense as the guards of a claim see it. Amounts in minor units of the base currency; dates as `2026-11-30`. */
export interface CheckedItem {
  id: number
  expense_date: string
  category_id: number
  base_amount: number
  has_receipt: boolean
  /** Why a limit is exceeded; blank without a reason. */
  reason: string
}

/** Rules of a category. Null: no limit; `receipt_required_over` null: the setting applies. */
export interface CategoryRules {
  is_enabled: boolean
  is_mileage: boolean
  limit_item: number | null
  limit_day: number | null
  limit_month: number | null
  receipt_required_over: number | null
}

/** Rules of all claims. */
export interface ClaimRules {
  /** Today in the time zone of the employee. */
  today: string
  /** Most days between an expense and the submission. */
  windowDays: number
  /** Expenses above this amount need a receipt; null: none do. */
  receiptRequiredOver: number | null
  limitPolicy: 'warn' | 'refuse'
  joinDate: string
  lastDay: string | null
}

export const limitKinds = ['item', 'day', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]

type FindingCode = 'future' | 'too_old' | 'not_employed' | 'category_disabled' | 'no_receipt' | `limit_${LimitKind}`

/** A problem of an expense, or a warning about it. */
export interface Finding {
  item_id: number
  field: 'expense_date' | 'category_id' | 'receipt' | 'reason' | 'amount'
  code: FindingCode
  /** The limit, in minor units of the base currency. */
  limit?: number
  /** Days of the claim window. */
  days?: number
  /** False: the claim cannot be submitted. */
  isWarning: boolean
}

/** What other claims of the employee use of the limits, in minor units, by `<category>/<day>` and `<category>/<month>`. */
export type UsedAmounts = ReadonlyMap<string, number>

/** Key of a day or month (`2026-11-30`, `2026-11`) in `UsedAmounts`. */
export const toUsedKey = (categoryId: number, period: string): string => `${categoryId}/${period}`

function checkDate({ id, expense_date: date }: CheckedItem, { today, windowDays, joinDate, lastDay }: ClaimRules): Finding | undefined {
  const refuse = (code: FindingCode): Finding => ({ item_id: id, field: 'expense_date', code, isWarning: false })
  if (date > today) return refuse('future')
  if (countDays(date, today) - 1 > windowDays) return { ...refuse('too_old'), days: windowDays }
  return date < joinDate || (lastDay !== null && date > lastDay) ? refuse('not_employed') : undefined
}

function checkReceipt(item: CheckedItem, category: CategoryRules, rules: ClaimRules): Finding | undefined {
  const limit = category.receipt_required_over ?? rules.receiptRequiredOver
  if (category.is_mileage || item.has_receipt || limit === null || item.base_amount <= limit) return undefined
  return { item_id: item.id, field: 'receipt', code: 'no_receipt', limit, isWarning: false }
}

/**
 * Findings about the limits of a category. The limit of a day or month names the expense with which the sum exceeds it, in the order of
 * dates. With the policy `warn`, a reason turns the problem into a warning.
 */
function checkLimits(items: readonly CheckedItem[], category: CategoryRules, rules: ClaimRules, used: UsedAmounts): Finding[] {
  const sums = new Map<string, number>()
  const findings: Finding[] = []
  const add = (item: CheckedItem, kind: LimitKind, limit: number) => {
    const isWarning = rules.limitPolicy === 'warn' && item.reason.trim() !== ''
    const field = rules.limitPolicy === 'warn' ? 'reason' : 'amount'
    findings.push({ item_id: item.id, field, code: `limit_${kind}`, limit, isWarning })
  }
  for (const item of items.toSorted((one, two) =>
    one.expense_date === two.expense_date ? one.id - two.id : one.expense_date < two.expense_date ? -1 : 1,
  )) {
    if (category.limit_item !== null && item.base_amount > category.limit_item) add(item, 'item', category.limit_item)
    for (const [kind, limit, period] of [
      ['day', category.limit_day, item.expense_date],
      ['month', category.limit_month, item.expense_date.slice(0, 7)],
    ] as const) {
      if (limit === null) continue
      const key = toUsedKey(item.category_id, period)
      const before = sums.get(key) ?? used.get(key) ?? 0
      sums.set(key, before + item.base_amount)
      if (before + item.base_amount > limit) add(item, kind, limit)
    }
  }
  return findings
}

/** All problems and warnings of the expenses of a claim, by expense. Source of the rules: specification backoffice 2.8. */
export function checkClaim(
  items: readonly CheckedItem[],
  categories: ReadonlyMap<number, CategoryRules>,
  rules: ClaimRules,
  used: UsedAmounts = new Map(),
): Finding[] {
  const findings = items.flatMap((item) => {
    const category = categories.get(item.category_id)
    if (!category) return []
    const disabled: Finding = { item_id: item.id, field: 'category_id', code: 'category_disabled', isWarning: false }
    return [...(category.is_enabled ? [] : [disabled]), checkDate(item, rules) ?? [], checkReceipt(item, category, rules) ?? []].flat()
  })
  for (const [id, category] of categories) {
    const own = items.filter(({ category_id }) => category_id === id)
    if (own.length > 0) findings.push(...checkLimits(own, category, rules, used))
  }
  return findings
}
