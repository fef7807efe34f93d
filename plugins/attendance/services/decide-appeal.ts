import { AppError, type Ctx, findStaffWith, FORBIDDEN, hasPermission, preferNonOwners, sql, type Tx } from 'stoa'
import { isInTeam } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import { applyCorrection, type CorrectedDay } from './correct-attendance.ts'
import { readEmployee } from './employees.ts'
import { assertNotOwn, assertUnlocked } from './own-record.ts'

/** Permission to correct attendance, and to decide appeals outside the own team. */
export const UPDATE_ATTENDANCE = 'update hr attendance'

/** Notices about appeals: to those who decide, and to the employee. */
export const APPEAL_SUBMITTED = 'attendance-appeal-submitted'
export const APPEAL_APPROVED = 'attendance-appeal-approved'
export const APPEAL_REJECTED = 'attendance-appeal-rejected'

interface Appeal {
  id: number
  employee_id: number
  attendance_id: number
  requested_in: string | null
  requested_out: string | null
  requested_status: 'present' | null
  reason: string
}

interface AppealContext {
  ctx: Ctx
  tx: Tx
  row: Appeal
}

const readDay = (tx: Tx, id: number): Promise<CorrectedDay | undefined> =>
  tx.one<CorrectedDay>(sql`
    select id, employee_id, to_char(work_date, 'YYYY-MM-DD') as work_date, window_start, window_end, locked_by
    from hr_attendance where id = ${id}`)

/**
 * Managers above the employee decide, and whoever may update attendance; nobody decides their own appeal.
 * @throws AppError FORBIDDEN, OWN_ATTENDANCE
 */
export async function assertDecider({ ctx, tx, row: { employee_id } }: AppealContext): Promise<void> {
  await assertNotOwn(tx, ctx, employee_id)
  if (ctx.actor.kind === 'system' || hasPermission(ctx.actor, UPDATE_ATTENDANCE)) return
  if (!(await isInTeam(tx, ctx, employee_id))) throw new AppError(FORBIDDEN)
}

/** Writes the requested punches, computes the day, and notifies the employee. @throws AppError ATTENDANCE_LOCKED */
export async function applyAppeal({ ctx, tx, row: appeal }: AppealContext): Promise<void> {
  const day = await readDay(tx, appeal.attendance_id)
  if (!day) return
  assertUnlocked(day)
  const { requested_in, requested_out, requested_status, reason } = appeal
  await applyCorrection(tx, ctx, day, { in: requested_in, out: requested_out, isAccepted: requested_status !== null, reason })
  await notify(tx, ctx, appeal, day.work_date, APPEAL_APPROVED)
}

/** Notifies the employee that the appeal was rejected. */
export async function notifyDecision({ ctx, tx, row: appeal }: AppealContext): Promise<void> {
  const day = await readDay(tx, appeal.attendance_id)
  if (day) await notify(tx, ctx, appeal, day.work_date, APPEAL_REJECTED)
}

async function notify(tx: Tx, ctx: Ctx, { id, employee_id }: Appeal, date: string, kind: string): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  const employee = await readEmployee(tx, ctx, employee_id)
  const to = employee?.account_id ? [employee.account_id] : []
  await notices.notify(tx, { kind, to, actor: ctx.actor, params: { date }, key: `appeal ${id}` })
}

/** Notifies the manager of an employee of a pending appeal; without one, those who may update attendance of everybody. */
export async function notifyDeciders(
  tx: Tx,
  ctx: Ctx,
  { id, employee_id, date }: { id: number; employee_id: number; date: string },
): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  const managerId = (await readEmployee(tx, ctx, employee_id))?.manager_id
  const manager = managerId ? await readEmployee(tx, ctx, managerId) : undefined
  const to = manager?.account_id ? [manager.account_id] : await findEditors(tx, ctx)
  const about = { subject: 'hr_appeal', subject_id: id }
  await notices.notify(tx, { kind: APPEAL_SUBMITTED, to, about, actor: ctx.actor, params: { date }, key: `appeal ${id}` })
}

/** Up to five accounts that may update attendance; owners only when nobody else may. */
const findEditors = async (tx: Tx, { kernel }: Ctx): Promise<number[]> =>
  preferNonOwners(await findStaffWith(kernel, UPDATE_ATTENDANCE, tx))
    .slice(0, 5)
    .map(({ id }) => id)
