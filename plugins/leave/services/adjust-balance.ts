import { type Ctx, message, type Tx, validationError } from 'stoa'
import { consumeLots, findShortfall } from '../domain/consume.ts'
import { isCountable } from '../domain/dates.ts'
import { daysText, roundDays } from '../domain/figures.ts'
import { assertNotOwnBalance, lockEmployee, readLeaveEmployee } from './employee.ts'
import { findLots, type LedgerEntry, readLedger, writeLedger } from './ledger.ts'
import { createYearFinder, requireRules } from './leave-rules.ts'

/** A correction of a balance by HR. */
export interface BalanceAdjustment {
  employee_id: number
  type_id: number
  kind: 'adjust' | 'encash'
  /** Days to add, or to remove when negative. */
  days: number
  valid_from: string | null
  valid_to: string | null
  reason: string
}

/**
 * Adds or removes days of a balance. Added days are valid from a day to the end of its leave year unless another end is given; removed
 * days are taken from lots like leave. The caller has checked the row scope. @throws AppError INVALID by field
 */
export async function adjustBalance(tx: Tx, ctx: Ctx, adjustment: BalanceAdjustment): Promise<void> {
  const { employee_id, type_id, kind, reason } = adjustment
  const days = roundDays(adjustment.days)
  if (days === 0) throw validationError({ days: message('leave:error.no_days') })
  if (kind === 'encash' && days > 0) throw validationError({ days: message('leave:error.encash') })
  for (const field of ['valid_from', 'valid_to'] as const)
    if (adjustment[field] !== null && !isCountable(adjustment[field])) throw validationError({ [field]: message('leave:error.date_range') })
  await lockEmployee(tx, employee_id)
  const employee = await readLeaveEmployee(tx, ctx, employee_id)
  assertNotOwnBalance(ctx, employee)
  const rules = await requireRules(tx, ctx, type_id)
  if (!rules.needs_balance) throw validationError({ type_id: message('leave:error.no_balance') })
  const findYear = createYearFinder(ctx, rules, employee.join_date)
  const valid_from = adjustment.valid_from ?? employee.today
  const valid_to = adjustment.valid_to ?? findYear(valid_from).end
  if (valid_to < valid_from) throw validationError({ valid_to: message('leave:error.valid_to') })
  const entries: LedgerEntry[] = []
  if (days > 0) entries.push({ kind, days, valid_from, valid_to, note: reason })
  else {
    const rows = await readLedger(tx, employee_id, type_id)
    const takes = consumeLots([{ date: valid_from, fraction: -days }], findLots(rows), findYear)
    const shortfall = findShortfall([...rows, ...takes], [valid_from], rules.allow_negative)
    if (shortfall)
      throw validationError({ days: message('leave:error.short', { days: daysText(shortfall.missing), date: shortfall.date }) })
    entries.push(...takes.map((row) => ({ ...row, kind, note: reason })))
  }
  await writeLedger(tx, ctx, { employee_id, type_id }, entries)
}
