import { AppError, type Ctx, type Tx, sql, WRONG_STATE } from 'stoa'
import { isValidOn } from '../domain/consume.ts'
import { roundDays, sumDays } from '../domain/figures.ts'
import { assertNotOwnBalance, lockEmployee, readLeaveEmployee } from './employee.ts'
import { createYearFinder, findLeaveRules } from './leave-rules.ts'
import { type LedgerEntry, type LedgerRow, readLedger, writeLedger } from './ledger.ts'

interface Proposal {
  id: number
  leave_id: number
  employee_id: number
  type_id: number
  date: string
  days: string
}

/** Guard of both decisions: nobody decides about days of their own. @throws AppError INVALID at `employee_id` */
export async function assertNotOwnAdjustment({ ctx, tx, row }: { ctx: Ctx; tx: Tx; row: Pick<Proposal, 'employee_id'> }): Promise<void> {
  assertNotOwnBalance(ctx, await readLeaveEmployee(tx, ctx, row.employee_id))
}

/**
 * Effect of a confirmed proposal: gives the days back to where the leave took them from, so that they expire as before. A type that
 * includes holidays gets new days instead, because its leave keeps its length and another day is appointed.
 */
export async function returnDays({ ctx, tx, row }: { ctx: Ctx; tx: Tx; row: Proposal }): Promise<void> {
  await lockEmployee(tx, row.employee_id)
  const leave = await tx.one<{ number: string }>(
    sql`select number from hr_leave where id = ${row.leave_id} and status = 'approved' for share`,
  )
  const rules = await findLeaveRules(tx, ctx, row.type_id)
  if (!leave || !rules) throw new AppError(WRONG_STATE)
  const employee = await readLeaveEmployee(tx, ctx, row.employee_id)
  const year = createYearFinder(ctx, rules, employee.join_date)(row.date)
  const days = Number(row.days)
  const note = ctx.kernel.i18n.t(ctx.mainLanguage, 'leave:note.holiday_within', { number: leave.number, date: row.date })
  const toEntry = (entry: Pick<LedgerEntry, 'days' | 'valid_from' | 'valid_to' | 'source_ledger_id'>, n: number): LedgerEntry => ({
    ...entry,
    kind: 'adjust',
    leave_id: row.leave_id,
    note,
    key: `adjustment ${row.id} ${n}`,
  })
  const returned = rules.includes_holidays
    ? [{ days, valid_from: row.date, valid_to: year.end }]
    : findReturns(await readLedger(tx, row.employee_id, row.type_id), row.leave_id, { date: row.date, days })
  await writeLedger(tx, ctx, { employee_id: row.employee_id, type_id: row.type_id }, returned.map(toEntry))
}

/** Rows that return days of a leave to the rows it took them from, those valid on the date first. */
export function findReturns(
  rows: readonly LedgerRow[],
  leaveId: number,
  { date, days }: { date: string; days: number },
): Pick<LedgerEntry, 'days' | 'valid_from' | 'valid_to' | 'source_ledger_id'>[] {
  const ofLeave = rows.filter((row) => row.leave_id === leaveId)
  const takes = ofLeave
    .filter(({ kind }) => kind === 'take')
    .toSorted((one, two) => Number(isValidOn(two, date)) - Number(isValidOn(one, date)) || two.id - one.id)
  const returns: ReturnType<typeof findReturns> = []
  let open = days
  for (const { source_ledger_id, valid_from, valid_to } of takes) {
    const isSame = (row: LedgerRow) => row.source_ledger_id === source_ledger_id && row.valid_from === valid_from
    const daysTaken = -sumDays(ofLeave.filter(isSame).map((row) => row.days))
    const part = Math.min(open, daysTaken)
    if (part <= 0) continue
    returns.push({ days: part, valid_from, valid_to, source_ledger_id })
    open = roundDays(open - part)
  }
  return returns
}
