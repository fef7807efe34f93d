import { addDays, AppError, type Ctx, NOT_FOUND, sql } from 'stoa'
import { type OwnEmployee, requireOwnEmployee } from 'stoa/plugins/hr'
import type { AttendanceView, OwnAttendance, OwnPunch } from '../api-types.ts'
import { toLocalDate, toLocalTime } from '../domain/clock.ts'
import { isInAfter } from '../domain/worked-time.ts'
import { listAttendance, readAttendanceView } from './attendance-view.ts'
import { readEmployee } from './employees.ts'
import type { StoredPunch } from './record-punch.ts'
import { getShopZone } from './shop-zone.ts'

/** The time zone of an employee. */
export const getEmployeeZone = async (ctx: Ctx, { id }: Pick<OwnEmployee, 'id'>): Promise<string> =>
  (await readEmployee(ctx.kernel.db, ctx, id))?.zone ?? getShopZone(ctx)

export const toOwnPunch = (punch: StoredPunch, zone: string): OwnPunch => ({ ...punch, time: toLocalTime(Date.parse(punch.at), zone) })

/** The attendance of the actor in a month such as `2026-11`, and the punches of the last day. */
export async function readOwnAttendance(ctx: Ctx, requestedMonth: string | null): Promise<OwnAttendance> {
  const employee = await requireOwnEmployee(ctx)
  const zone = await getEmployeeZone(ctx, employee)
  const today = toLocalDate(Date.now(), zone)
  const month = requestedMonth ?? today.slice(0, 7)
  const from = `${month}-01`
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  const [days, punches] = await Promise.all([
    listAttendance(ctx, employee.id, { from, to }),
    // Sixteen hours back, so that the in of a night shift is still among them in the morning.
    ctx.kernel.db.rows<StoredPunch>(sql`
      select id, at, direction, outside, distance_m from hr_punch
      where employee_id = ${employee.id} and voided_at is null and at > now() - interval '16 hours' and at <= now() order by at, id limit 50`),
  ])
  return {
    month,
    today,
    time_zone: zone,
    next: isInAfter(punches) ? 'out' : 'in',
    punches: punches.map((punch) => toOwnPunch(punch, zone)),
    days,
  }
}

/** A day of the actor. @throws AppError NOT_FOUND, also for the day of somebody else */
export async function readOwnDay(ctx: Ctx, id: number): Promise<AttendanceView> {
  const employee = await requireOwnEmployee(ctx)
  const view = await readAttendanceView(ctx, id)
  if (view?.employee.id !== employee.id) throw new AppError(NOT_FOUND)
  return view
}
