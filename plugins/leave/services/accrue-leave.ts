import { type Ctx, sql, type Tx } from 'stoa'
import { type Accrual, listAccruals } from '../domain/accrual.ts'
import { closePeriod, findCarryValidity } from '../domain/close-period.ts'
import { sumBalance } from '../domain/consume.ts'
import { addDays } from 'stoa/calendar-date'
import { roundDays, sumDays } from '../domain/figures.ts'
import type { LeaveYear } from '../domain/leave-year.ts'
import { type LeaveEmployee, listLeaveEmployees, lockEmployee } from './employee.ts'
import { createYearFinder, type LeaveRules, readLeaveRules } from './leave-rules.ts'
import { isClosingRow, type LedgerEntry, type LedgerRow, readLedger, writeLedger } from './ledger.ts'

/** An employee and a type at work. */
export interface Account {
  employee: LeaveEmployee
  rules: LeaveRules
  findYear: (date: string) => LeaveYear
}

/**
 * Accrues, carries over and expires leave up to today in each employee's time zone. Each employee and type is a transaction under the
 * lock of the employee. Running it twice, or twice at once, writes nothing more.
 */
export async function accrueLeave(ctx: Ctx, typeId: number | null = null): Promise<void> {
  const types = await readLeaveRules(
    ctx.kernel.db,
    ctx,
    sql`t.needs_balance and t.enabled and (${typeId}::bigint is null or t.id = ${typeId})`,
  )
  if (types.length === 0) return
  for (const employee of await listLeaveEmployees(ctx))
    for (const rules of types) {
      const findYear = createYearFinder(ctx, rules, employee.join_date)
      await ctx.kernel.transaction((tx) => updateAccount(tx, ctx, { employee, rules, findYear }))
    }
}

async function updateAccount(tx: Tx, ctx: Ctx, account: Account): Promise<void> {
  const { employee, rules, findYear } = account
  const owner = { employee_id: employee.id, type_id: rules.id }
  await lockEmployee(tx, employee.id)
  let rows = await closeEndedPeriods(tx, ctx, account)
  const prefix = `accrual ${employee.id} ${rules.id}`
  const write = async (entries: readonly LedgerEntry[]) => {
    if (entries.length === 0) return
    await writeLedger(tx, ctx, owner, entries)
    rows = await closeEndedPeriods(tx, ctx, account)
  }
  const isOffered = rules.gender === null || rules.gender === employee.gender
  const accruals = listAccruals({
    rule: { accrual: rules.accrual, scale: isOffered ? rules.scale : [], rounding: rules.rounding, effectiveFrom: rules.effective_from },
    employment: { joinDate: employee.join_date, lastDay: employee.last_day },
    findYear,
    until: employee.today,
  })
  // Each leave year is closed before the next accrues, because what it carries over counts towards the highest balance.
  for (const end of new Set(accruals.map(({ valid_to }) => valid_to)))
    await write(
      createEntries(
        ctx,
        account,
        accruals.filter(({ valid_to }) => valid_to === end),
        rows,
      ),
    )
  await write(undoAfterLastDay(rows, prefix, employee.last_day))
}

/** Rows of the periods that have not accrued yet. A period in which employment ends is corrected once its last day is known. */
function createEntries(ctx: Ctx, { employee, rules }: Account, accruals: readonly Accrual[], rows: readonly LedgerRow[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const accrual of accruals) {
    const key = `accrual ${employee.id} ${rules.id} ${accrual.key}`
    const written = rows.filter((row) => row.key === key || row.key?.startsWith(`${key} `))
    const suffix = written.length === 0 ? '' : ` ${employee.last_day}`
    if (written.length > 0 && (!accrual.isLast || written.some((row) => row.key === `${key}${suffix}`))) continue
    const limit = written.length > 0 ? accrual.days : limitDays(accrual, rules, [...rows, ...entries])
    const days = roundDays(limit - sumDays(written.map((row) => row.days)))
    const { kind, valid_from, valid_to } = accrual
    const [name = '', period = ''] = accrual.key.split(' ')
    const note = ctx.kernel.i18n.t(ctx.mainLanguage, `leave:note.${name}`, { period })
    // A period that accrued nothing at the highest balance is recorded too, or it would accrue when leave is taken later.
    if (days !== 0 || (written.length === 0 && accrual.days > 0))
      entries.push({ kind, days, valid_from, valid_to, note, key: `${key}${suffix}` })
  }
  return entries
}

/** Reversals of what accrued after a last day that became known later. */
function undoAfterLastDay(rows: readonly LedgerRow[], prefix: string, lastDay: string | null): LedgerEntry[] {
  if (lastDay === null) return []
  const keys = new Set(rows.map(({ key }) => key))
  return rows
    .filter((row) => row.key?.startsWith(`${prefix} `) && row.valid_from > lastDay && !keys.has(`cancel ${row.id}`))
    .map(({ id, days, valid_from, valid_to }) => ({
      kind: 'cancel',
      days: -days,
      valid_from,
      valid_to,
      source_ledger_id: days > 0 ? id : null,
      key: `cancel ${id}`,
    }))
}

/** The days of an accrual, no more than the type lets a balance reach. */
const limitDays = (accrual: Accrual, { balance_max }: LeaveRules, rows: readonly (LedgerRow | LedgerEntry)[]): number =>
  balance_max === null ? accrual.days : Math.max(0, Math.min(accrual.days, balance_max - sumBalance(rows, accrual.valid_from)))

/**
 * Closes all periods that ended before today, oldest first, because what one carries over belongs to the next. Returns all rows of the
 * employee and type.
 */
export async function closeEndedPeriods(tx: Tx, ctx: Ctx, account: Account): Promise<LedgerRow[]> {
  const { employee, rules } = account
  const isEnded = (end: string | null, last: string): end is string => end !== null && end < employee.today && end > last
  let rows = await readLedger(tx, employee.id, rules.id)
  let last = ''
  for (;;) {
    const [end] = rows.flatMap(({ valid_to }) => (isEnded(valid_to, last) ? [valid_to] : [])).toSorted()
    if (end === undefined) return rows
    last = end
    const entries = closeRows(ctx, account, rows, end)
    if (entries.length === 0) continue
    await writeLedger(tx, ctx, { employee_id: employee.id, type_id: rules.id }, entries)
    rows = await readLedger(tx, employee.id, rules.id)
  }
}

function closeRows(ctx: Ctx, { employee, rules, findYear }: Account, rows: readonly LedgerRow[], end: string): LedgerEntry[] {
  const ended = rows.filter(({ valid_to }) => valid_to === end)
  const closing = ended.filter(isClosingRow)
  const sumOf = (kind: string) => roundDays(-sumDays(closing.filter((row) => row.kind === kind).map(({ days }) => days)))
  const { carry, expire } = closePeriod({
    total: sumDays(ended.filter((row) => !isClosingRow(row)).map(({ days }) => days)),
    carried: sumOf('carry'),
    expired: sumOf('expire'),
    // After the last day nothing is carried over; final pay settles what is left.
    isYearEnd: findYear(end).end === end && (employee.last_day === null || employee.last_day > end),
    cap: rules.carry_over_max,
  })
  const next = addDays(end, 1)
  const key = `close ${employee.id} ${rules.id} ${end} ${closing.length}`
  const note = (name: string, date: string) => ctx.kernel.i18n.t(ctx.mainLanguage, `leave:note.${name}`, { date })
  const carryIn = findCarryValidity(findYear(next), rules.carry_over_expire_days)
  return [
    { kind: 'carry' as const, days: -carry, valid_from: next, valid_to: end, note: note('carried_to', next), key: `${key} out` },
    { kind: 'carry' as const, days: carry, ...carryIn, note: note('carried_from', end), key: `${key} in` },
    { kind: 'expire' as const, days: -expire, valid_from: next, valid_to: end, note: note('expired', end), key: `${key} expire` },
  ].filter(({ days }) => days !== 0)
}
