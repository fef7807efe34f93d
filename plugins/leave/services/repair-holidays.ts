import { type Ctx, sql, systemCtx, type Tx } from 'stoa'
import { hrEmployee, hrHoliday } from 'stoa/plugins/hr'
import { findProposedDays } from '../domain/adjustment.ts'
import { daysText } from '../domain/figures.ts'
import { hrLeaveAdjustment } from '../resources/adjustment.ts'
import { countEmployeeLeave } from './count-leave.ts'
import { type StoredLeave, toSpan } from './decide-leave.ts'
import { lockEmployee } from './employee.ts'
import { findLeaveRules } from './leave-rules.ts'

type AffectedLeave = StoredLeave & { days_detail: Record<string, number> }

const leaveColumns = sql`t.id, t.number, t.employee_id, t.type_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date,
  to_char(t.end_date, 'YYYY-MM-DD') as end_date, t.start_half, t.end_half, t.hours::text as hours, t.status, t.approval_step, t.endorsed_by, t.days_detail`

/** A date of a holiday calendar. */
export interface CalendarDate {
  calendar_id: number
  date: string
}

/** Repairs the approved leaves that a published holiday falls into; see `repairDate`. */
export async function repairLeaves(ctx: Ctx, holidayId: number): Promise<void> {
  const holiday = await ctx.kernel.query(hrHoliday).findById(holidayId)
  if (holiday?.status === 'published') await repairDate(ctx, holiday)
}

/**
 * Compares the approved leaves on a date of a calendar with its holidays of today. It proposes to give back days that a holiday frees, and
 * to take days again that it no longer frees. It is idempotent: it proposes only what no earlier proposal covers, also when two jobs
 * run at once. HR confirms or rejects each proposal.
 */
export async function repairDate(ctx: Ctx, { calendar_id, date }: CalendarDate): Promise<void> {
  const { kernel } = ctx
  const [holiday] = await kernel.query(hrHoliday).where('calendar_id', calendar_id).where('date', date)
  const employees = await kernel.query(hrEmployee).where('holiday_calendar_id', calendar_id)
  const leaves = await kernel.db.rows<{ id: number; employee_id: number }>(sql`
    select id, employee_id from hr_leave where status = 'approved' and employee_id = any(${employees.map(({ id }) => id)}::bigint[])
      and ${date}::date between start_date and end_date order by employee_id, id`)
  for (const { id, employee_id } of leaves)
    await proposeAdjustment(ctx, { leaveId: id, employeeId: employee_id, date, holidayId: holiday?.id ?? null })
}

/**
 * Compares the approved leaves of an employee from today on with the employee's calendar, after it was replaced. Dates that are a holiday of
 * any calendar may have changed; the comparison finds which of them did.
 */
export async function repairEmployee(ctx: Ctx, employeeId: number): Promise<void> {
  const { kernel } = ctx
  const [employee] = await kernel.query(hrEmployee).where('id', employeeId)
  const leaves = await kernel.db.rows<{ id: number; from: string; to: string }>(sql`
    select id, to_char(greatest(start_date, business_day()), 'YYYY-MM-DD') as from, to_char(end_date, 'YYYY-MM-DD') as to
    from hr_leave where status = 'approved' and employee_id = ${employeeId} and end_date >= business_day() order by id`)
  for (const { id, from, to } of leaves) {
    const holidays = await kernel.query(hrHoliday).whereBetween('date', [from, to]).orderBy('date')
    const own = new Map(
      holidays.flatMap((holiday) => (holiday.calendar_id === employee?.holiday_calendar_id ? [[holiday.date, holiday.id]] : [])),
    )
    for (const date of new Set(holidays.map((holiday) => holiday.date)))
      await proposeAdjustment(ctx, { leaveId: id, employeeId, date, holidayId: own.get(date) ?? null })
  }
}

interface AffectedDay {
  leaveId: number
  employeeId: number
  date: string
  holidayId: number | null
}

async function proposeAdjustment(ctx: Ctx, affected: AffectedDay): Promise<void> {
  const { leaveId, employeeId, date, holidayId } = affected
  await ctx.kernel.transaction(async (tx) => {
    await lockEmployee(tx, employeeId)
    const leave = await tx.one<AffectedLeave>(sql`select ${leaveColumns} from hr_leave t where t.id = ${leaveId} and t.status = 'approved'`)
    const rules = leave && (await findLeaveRules(tx, ctx, leave.type_id))
    if (!leave || !rules?.needs_balance) return
    const span = { ...toSpan(leave), start_date: date, end_date: date }
    if (date !== leave.start_date) span.start_half = 'full'
    if (date !== leave.end_date) span.end_half = 'full'
    const { detail } = await countEmployeeLeave(tx, ctx, employeeId, span, rules.includes_holidays)
    const [day] = detail
    if (!day) return
    const decided = await readDecisions(tx, affected)
    const due = rules.includes_holidays ? day.returned : (leave.days_detail[date] ?? 0) - day.fraction
    const days = findProposedDays({ ...decided, due })
    if (decided.pending !== null) await changeProposal(tx, ctx, { id: decided.pending, days, holidayId })
    else if (days !== 0)
      await ctx.kernel.resources.createIn(tx, ctx, hrLeaveAdjustment, {
        leave_id: leaveId,
        employee_id: employeeId,
        type_id: leave.type_id,
        date,
        days: daysText(days),
        holiday_id: holidayId,
      })
  })
}

interface Decisions {
  settled: number
  rejected: number[]
  /** The proposal that waits. */
  pending: number | null
}

/** What was decided about a date of a leave, with the days that its approval gave back. */
async function readDecisions(tx: Tx, { leaveId, date }: AffectedDay): Promise<Decisions> {
  const decisions = await tx.one<Decisions>(sql`
    select (coalesce(sum(days) filter (where status = 'approved'), 0)
        + coalesce((select sum(days) from hr_leave_ledger where key = ${`return ${leaveId} ${date}`}), 0))::float8 as settled,
      coalesce(array_agg(days::float8) filter (where status = 'rejected'), '{}') as rejected, max(id) filter (where status = 'pending') as pending
    from hr_leave_adjustment where leave_id = ${leaveId} and date = ${date}::date`)
  return decisions ?? { settled: 0, rejected: [], pending: null }
}

/** Changes the proposal that waits, such as when a holiday becomes a whole day, or deletes it when nothing is left to decide. */
async function changeProposal(
  tx: Tx,
  ctx: Ctx,
  { id, days, holidayId }: { id: number; days: number; holidayId: number | null },
): Promise<void> {
  if (days === 0) return ctx.kernel.resources.removeIn(tx, systemCtx(ctx.kernel, 'leave'), hrLeaveAdjustment, id)
  await tx.run(sql`update hr_leave_adjustment set days = ${daysText(days)}::numeric, holiday_id = ${holidayId}, version = version + 1, updated_at = now()
    where id = ${id} and days <> ${daysText(days)}::numeric`)
  tx.invalidate('hr_leave_adjustment')
}

/**
 * Repeats the comparison for holidays that changed lately. A leave that was approved at the moment its holiday was published saw none,
 * and the job of the holiday did not see the leave.
 */
export async function repairRecentHolidays(ctx: Ctx): Promise<void> {
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  // A draft that is older was unpublished; a new one never counted.
  const holidays = await ctx.kernel
    .query(hrHoliday)
    .where('updated_at', '>', since)
    .where((counted) => counted.where('status', 'published').orWhere('created_at', '<=', since))
    .orderBy('id')
  for (const holiday of holidays) await repairDate(ctx, holiday)
}
