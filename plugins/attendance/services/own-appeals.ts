import { addDays, AppError, type Ctx, idempotent, message, NOT_FOUND, sql, storeFile, type Tx, validationError, WRONG_STATE } from 'stoa'
import { requireOwnEmployee, withAllEmployees } from 'stoa/plugins/hr'
import { toLocalDate } from '../domain/clock.ts'
import { APPEAL_OPEN } from '../errors.ts'
import { hrAppeal } from '../resources/appeal.ts'
import { appealColumns } from '../resources/appeal-columns.ts'
import { attendanceSettings } from '../settings.ts'
import { type CorrectedDay, findTimeProblems, toWindowInstant } from './correct-attendance.ts'
import { notifyDeciders } from './decide-appeal.ts'
import { readEmployee } from './employees.ts'
import { lockEmployees } from './lock-employees.ts'
import { assertUnlocked } from './own-record.ts'
import { getShopZone } from './shop-zone.ts'

/** The right times on the clock of the employee, such as `09:30`, or the status that the day should have. */
export interface AppealInput {
  reason: string
  in_time: string | null
  out_time: string | null
  requested_status: 'present' | null
}

type OwnDay = CorrectedDay & { zone: string; status: string; is_open: boolean }

async function findOwnDay(tx: Tx, ctx: Ctx, employeeId: number, id: number): Promise<OwnDay | undefined> {
  const day = await tx.one<Omit<OwnDay, 'zone'>>(sql`
    select t.id, t.employee_id, to_char(t.work_date, 'YYYY-MM-DD') as work_date, t.window_start, t.window_end, t.locked_by, t.status,
      exists (select 1 from hr_appeal a where a.attendance_id = t.id and a.status in ('draft', 'pending')) as is_open
    from hr_attendance t where t.id = ${id} and t.employee_id = ${employeeId}`)
  return day && { ...day, zone: (await readEmployee(tx, ctx, employeeId))?.zone ?? getShopZone(ctx) }
}

/** Why an employee cannot appeal against a day; null when they can. */
export type AppealObstacle = 'locked' | 'open' | 'future' | 'window' | null

export function findObstacle(ctx: Ctx, day: Pick<OwnDay, 'work_date' | 'zone' | 'locked_by' | 'is_open'>): AppealObstacle {
  const today = toLocalDate(Date.now(), day.zone)
  if (day.locked_by !== null) return 'locked'
  if (day.is_open) return 'open'
  if (day.work_date > today) return 'future'
  return day.work_date < addDays(today, -ctx.kernel.settings.of(attendanceSettings).appeal_window_days) ? 'window' : null
}

/** An uploaded file of a form. */
interface UploadedFile {
  name: string
  bytes: Buffer
}

/** A stored file that no row has claimed yet. */
type StoredDocument = Awaited<ReturnType<typeof storeFile>>

/**
 * Submits an appeal against a day of the actor, with its document: a picture or a PDF.
 * @throws AppError INVALID by field, NOT_FOUND, ATTENDANCE_LOCKED, APPEAL_OPEN
 */
export async function submitAppeal(
  ctx: Ctx,
  attendanceId: number,
  input: AppealInput,
  { file, key }: { file: UploadedFile | undefined; key: string | undefined },
): Promise<number> {
  const { kernel } = ctx
  const { id: employeeId } = await requireOwnEmployee(ctx)
  // The upload is a file without a row until the transaction claims it. Unclaimed files are deleted within a day.
  const document =
    file &&
    (await storeFile(kernel, kernel.db, { ...file, type: 'file', trusted: false, isPrivate: true, field: 'document', by: ctx.actor }))
  return kernel.transaction((tx) =>
    idempotent(tx, `appeal ${employeeId} ${attendanceId}`, key, input, () => submitAppealIn(tx, ctx, attendanceId, input, document)),
  )
}

/**
 * The unique index on open appeals refuses the second of two concurrent requests.
 * @throws AppError NOT_FOUND, ATTENDANCE_LOCKED, APPEAL_OPEN
 */
async function submitAppealIn(
  tx: Tx,
  ctx: Ctx,
  attendanceId: number,
  input: AppealInput,
  document: StoredDocument | undefined,
): Promise<number> {
  const employee = await requireOwnEmployee(ctx, tx)
  await lockEmployees(tx, [employee.id])
  const day = await findOwnDay(tx, ctx, employee.id, attendanceId)
  if (!day) throw new AppError(NOT_FOUND)
  const obstacle = findObstacle(ctx, day)
  if (obstacle === 'locked') assertUnlocked(day)
  if (obstacle === 'open') throw new AppError(APPEAL_OPEN)
  if (obstacle === 'future') throw validationError({ attendance_id: message('attendance:error.future_day') })
  if (obstacle === 'window') {
    const { appeal_window_days: days } = ctx.kernel.settings.of(attendanceSettings)
    throw validationError({ attendance_id: message('attendance:error.appeal_window', { days }) })
  }
  const { reason, requested_status } = input
  const [requested_in, requested_out] = [toWindowInstant(day, input.in_time), toWindowInstant(day, input.out_time)]
  const problems = findTimeProblems(day, { in_time: requested_in, out_time: requested_out })
  if (!requested_in && !requested_out && !requested_status) problems.in_time = message('attendance:error.nothing_to_correct')
  if (Object.keys(problems).length > 0) throw validationError(problems)
  const id = await tx.insert(appealColumns, {
    reason,
    requested_in,
    requested_out,
    requested_status,
    attendance_id: attendanceId,
    employee_id: employee.id,
    status: 'draft',
    ...(document && { document_path: document.path, document_name: document.name }),
  })
  if (document) await ctx.kernel.resources.updateIn(tx, withAllEmployees(ctx), hrAppeal, id, { document: document.id })
  await ctx.kernel.resources.transitionIn(tx, withAllEmployees(ctx), 'hr_appeal', id, 'submit')
  await notifyDeciders(tx, ctx, { id, employee_id: employee.id, date: day.work_date })
  return id
}

/** Cancels an open appeal of the actor. @throws AppError NOT_FOUND, WRONG_STATE */
export async function cancelOwnAppeal(ctx: Ctx, tx: Tx, id: number): Promise<void> {
  const employee = await requireOwnEmployee(ctx, tx)
  const appeal = await tx.one<{ status: string }>(
    sql`select status from hr_appeal where id = ${id} and employee_id = ${employee.id} for update`,
  )
  if (!appeal) throw new AppError(NOT_FOUND)
  if (appeal.status !== 'pending' && appeal.status !== 'draft') throw new AppError(WRONG_STATE)
  await ctx.kernel.resources.transitionIn(tx, withAllEmployees(ctx), 'hr_appeal', id, 'cancel')
}
