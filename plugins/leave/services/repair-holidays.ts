import { type Ctx, sql } from 'stoa'
import { hrEmployee, hrHoliday } from 'stoa/plugins/hr'
import { daysText, roundDays } from '../domain/figures.ts'
import { hrLeaveAdjustment } from '../resources/adjustment.ts'
import { countEmployeeLeave } from './count-leave.ts'
import { type StoredLeave, toSpan } from './decide-leave.ts'
import { lockEmployee } from './employee.ts'
import { findLeaveRules } from './leave-rules.ts'

type AffectedLeave = StoredLeave & { days_detail: Record<string, number> }

const leaveColumns = sql`t.id, t.number, t.employee_id, t.type_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date,
  to_char(t.end_date, 'YYYY-MM-DD') as end_date, t.start_half, t.end_half, t.hours::text as hours, t.status, t.approval_step, t.endorsed_by, t.days_detail`

/**
 * Proposes to give back days of the approved leaves that a published holiday falls into. It is idempotent: it proposes only what no
 * earlier proposal covers, also when two jobs run at once. HR confirms or rejects each proposal.
 */
export async function repairLeaves(ctx: Ctx, holidayId: number): Promise<void> {
  const { kernel } = ctx
  const holiday = await kernel.query(hrHoliday).findById(holidayId)
  if (holiday?.status !== 'published') return
  const employees = await kernel.query(hrEmployee).where('holiday_calendar_id', holiday.calendar_id)
  const leaves = await kernel.db.rows<{ id: number; employee_id: number }>(sql`
    select id, employee_id from hr_leave where status = 'approved' and employee_id = any(${employees.map(({ id }) => id)}::bigint[])
      and ${holiday.date}::date between start_date and end_date order by employee_id, id`)
  for (const { id, employee_id } of leaves)
    await proposeReturn(ctx, { leaveId: id, employeeId: employee_id, date: holiday.date, holidayId })
}

async function proposeReturn(
  ctx: Ctx,
  { leaveId, employeeId, date, holidayId }: { leaveId: number; employeeId: number; date: string; holidayId: number },
): Promise<void> {
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
    const covered = await tx.one<{ days: number; pending: number | null }>(sql`
      select coalesce((select sum(days) from hr_leave_adjustment where leave_id = ${leaveId} and date = ${date}::date and status <> 'pending'), 0)::float8
        + coalesce((select sum(days) from hr_leave_ledger where key = ${`return ${leaveId} ${date}`}), 0)::float8 as days,
        (select id from hr_leave_adjustment where leave_id = ${leaveId} and date = ${date}::date and status = 'pending') as pending`)
    const due = rules.includes_holidays ? day.returned : (leave.days_detail[date] ?? 0) - day.fraction
    const days = roundDays(due - (covered?.days ?? 0))
    if (days <= 0) return
    if (covered?.pending) {
      // A holiday that becomes a whole day raises the proposal that waits for it.
      await tx.run(sql`update hr_leave_adjustment set days = ${daysText(days)}::numeric, holiday_id = ${holidayId}, version = version + 1, updated_at = now()
        where id = ${covered.pending} and days <> ${daysText(days)}::numeric`)
      tx.invalidate('hr_leave_adjustment')
      return
    }
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

/**
 * Repeats the comparison for holidays that changed lately. A leave that was approved at the moment its holiday was published saw none,
 * and the job of the holiday did not see the leave.
 */
export async function repairRecentHolidays(ctx: Ctx): Promise<void> {
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const holidays = await ctx.kernel.query(hrHoliday).where('status', 'published').where('updated_at', '>', since).orderBy('id')
  for (const { id } of holidays) await repairLeaves(ctx, id)
}
