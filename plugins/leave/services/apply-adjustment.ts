import { AppError, type Ctx, message, type Tx, sql, validationError, WRONG_STATE } from 'stoa'
import { consumeLots, findShortfall, isValidOn } from '../domain/consume.ts'
import { daysText, roundDays, sumDays } from '../domain/figures.ts'
import { closeEndedPeriods } from './accrue-leave.ts'
import { assertNotOwnBalance, lockEmployee, readLeaveEmployee } from './employee.ts'
import { createYearFinder, findLeaveRules } from './leave-rules.ts'
import { findLots, type LedgerEntry, type LedgerRow, readLedger, writeLedger } from './ledger.ts'

interface Proposal {
  id: number
  leave_id: number
  employee_id: number
  type_id: number
  date: string
  days: string
}

interface Decision {
  ctx: Ctx
  tx: Tx
  row: Proposal
}

type ReturnedRow = Pick<LedgerEntry, 'days' | 'valid_from' | 'valid_to' | 'source_ledger_id'>

/** Guard of both decisions: nobody decides about days of their own. @throws AppError INVALID at `employee_id` */
export async function assertNotOwnAdjustment({ ctx, tx, row }: { ctx: Ctx; tx: Tx; row: Pick<Proposal, 'employee_id'> }): Promise<void> {
  await lockEmployee(tx, row.employee_id)
  assertNotOwnBalance(ctx, await readLeaveEmployee(tx, ctx, row.employee_id))
}

/**
 * Effect of a confirmed proposal. Positive days go back to where the leave took them from, so that they expire as before; a type that
 * includes holidays gets new days instead, because its leave keeps its length and another day is appointed. Negative days are taken again.
 * The guard holds the lock of the employee.
 * @throws AppError INVALID at `status` when the balance does not suffice
 */
export async function applyAdjustment({ ctx, tx, row }: Decision): Promise<void> {
  const leave = await tx.one<{ number: string }>(
    sql`select number from hr_leave where id = ${row.leave_id} and status = 'approved' for share`,
  )
  const rules = await findLeaveRules(tx, ctx, row.type_id)
  if (!leave || !rules) throw new AppError(WRONG_STATE)
  const employee = await readLeaveEmployee(tx, ctx, row.employee_id)
  const owner = { employee_id: row.employee_id, type_id: row.type_id }
  const findYear = createYearFinder(ctx, rules, employee.join_date)
  const rows = await readLedger(tx, row.employee_id, row.type_id)
  const [days, { date }] = [Number(row.days), row]
  const reason = days > 0 ? 'leave:note.holiday_within' : 'leave:note.holiday_removed'
  const note = ctx.kernel.i18n.t(ctx.mainLanguage, reason, { number: leave.number, date })
  const write = (changes: readonly ReturnedRow[]) =>
    writeLedger(
      tx,
      ctx,
      owner,
      changes.map((entry, n): LedgerEntry => ({
        ...entry,
        kind: 'adjust',
        leave_id: row.leave_id,
        note,
        key: `adjustment ${row.id} ${n}`,
      })),
    )
  if (days > 0)
    return write(
      rules.includes_holidays
        ? [{ days, valid_from: date, valid_to: findYear(date).end }]
        : findReturns(rows, row.leave_id, { date, days }),
    )
  await write(consumeLots([{ date, fraction: -days }], findLots(rows), findYear))
  // A closed leave year may have carried the days over: what it takes back from this year counts today.
  const after = await closeEndedPeriods(tx, ctx, { employee, rules, findYear })
  const shortfall = findShortfall(after, employee.today > date ? [date, employee.today] : [date], rules.allow_negative)
  if (shortfall)
    throw validationError({ status: message('leave:error.short_again', { days: daysText(shortfall.missing), date: shortfall.date }) })
}

/** Rows that return days of a leave to the rows it took them from, those valid on the date first. */
export function findReturns(rows: readonly LedgerRow[], leaveId: number, { date, days }: { date: string; days: number }): ReturnedRow[] {
  const ofLeave = rows.filter((row) => row.leave_id === leaveId)
  const toSource = ({ source_ledger_id, valid_from }: LedgerRow) => `${source_ledger_id ?? ''} ${valid_from}`
  const takes = ofLeave
    .filter((row) => row.kind === 'take' || (row.kind === 'adjust' && row.days < 0))
    .toSorted((one, two) => Number(isValidOn(two, date)) - Number(isValidOn(one, date)) || two.id - one.id)
  const returns: ReturnedRow[] = []
  const sources = new Set<string>()
  let open = days
  for (const take of takes) {
    const source = toSource(take)
    if (sources.has(source)) continue
    sources.add(source)
    const daysTaken = -sumDays(ofLeave.filter((row) => toSource(row) === source).map((row) => row.days))
    const part = Math.min(open, daysTaken)
    if (part <= 0) continue
    const { source_ledger_id, valid_from, valid_to } = take
    returns.push({ days: part, valid_from, valid_to, source_ledger_id })
    open = roundDays(open - part)
  }
  return returns
}
