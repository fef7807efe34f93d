import { type Ctx, message, recordAudit, sql, type Tx, validationError } from 'stoa'
import { DAY_MINUTES, toInstant } from '../domain/clock.ts'
import { punchColumns } from '../resources/punch-columns.ts'
import { computeSpan } from './compute-span.ts'
import { readEmployee } from './employees.ts'
import { lockEmployees } from './lock-employees.ts'
import { assertNotOwn, assertUnlocked } from './own-record.ts'
import { getShopZone } from './shop-zone.ts'

/** An attendance as a correction reads it. Instants are ISO 8601. */
export interface CorrectedDay {
  id: number
  employee_id: number
  work_date: string
  window_start: string
  window_end: string
  locked_by: string | null
}

export interface Correction {
  in: string | null
  out: string | null
  /** Accepts the day as present whatever its punches say. */
  isAccepted: boolean
  reason: string
}

const figures = ['status', 'first_in', 'last_out', 'worked_min', 'late_min', 'early_min', 'overtime_min'] as const
type Figures = Record<(typeof figures)[number], unknown>

const readFigures = (tx: Tx, id: number): Promise<Figures | undefined> =>
  tx.one<Figures>(sql`select status, first_in, last_out, worked_min, late_min, early_min, overtime_min from hr_attendance where id = ${id}`)

/**
 * The instant of a time such as `09:30` on the clock of the employee's zone, in the window of a day: a time before the window is one of
 * the next day, as after a night shift. Null stays null.
 */
export function toWindowInstant(
  { work_date, window_start, zone }: Pick<CorrectedDay, 'work_date' | 'window_start'> & { zone: string },
  time: string | null,
): string | null {
  if (time === null) return null
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const at = toInstant(work_date, minute, zone)
  const isNextDay = at < Date.parse(window_start)
  return new Date(isNextDay ? toInstant(work_date, minute + DAY_MINUTES, zone) : at).toISOString()
}

/** Problems of the times of a correction, by field. Times must lie within the day's window, and not in the future. */
export function findTimeProblems(
  day: Pick<CorrectedDay, 'window_start' | 'window_end'>,
  times: Readonly<Record<string, string | null>>,
  now = Date.now(),
): Record<string, ReturnType<typeof message>> {
  const problems: Record<string, ReturnType<typeof message>> = {}
  for (const [field, text] of Object.entries(times)) {
    if (text === null) continue
    const at = Date.parse(text)
    if (at > now) problems[field] = message('attendance:error.future')
    else if (at < Date.parse(day.window_start) || at > Date.parse(day.window_end))
      problems[field] = message('attendance:error.outside_window')
  }
  const [first, last] = Object.entries(times)
  if (first?.[1] && last?.[1] && Date.parse(last[1]) <= Date.parse(first[1]))
    problems[last[0]] ??= message('attendance:error.out_before_in')
  return problems
}

/**
 * Adds punches of staff to a day and computes it again. The original punches stay and are not voided. The audit log gets the figures
 * before and after.
 */
export async function applyCorrection(tx: Tx, ctx: Ctx, day: CorrectedDay, correction: Correction): Promise<void> {
  await lockEmployees(tx, [day.employee_id])
  const before = await readFigures(tx, day.id)
  for (const [direction, at] of [
    ['in', correction.in],
    ['out', correction.out],
  ] as const) {
    if (at === null) continue
    const created_by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
    const punch = { employee_id: day.employee_id, at, direction, source: 'admin' as const, created_by }
    // The same instant may have been corrected before, in the other direction or by a punch that was voided.
    await tx.run(sql`${tx.insertSql(punchColumns, punch)} on conflict (employee_id, at, source)
      do update set direction = excluded.direction, voided_at = null, voided_by = null, void_reason = '', updated_at = now()`)
  }
  if (correction.isAccepted)
    await tx.run(sql`update hr_attendance set corrected_status = 'present', correction_reason = ${correction.reason} where id = ${day.id}`)
  await computeSpan(tx, ctx, { employees: [day.employee_id], from: day.work_date, to: day.work_date })
  const after = await readFigures(tx, day.id)
  const changes = figures.flatMap((field) =>
    before?.[field] === after?.[field] ? [] : [{ field, old: before?.[field] ?? null, new: after?.[field] ?? null }],
  )
  await recordAudit(tx, ctx, { resource: 'hr_attendance', rowId: day.id, verb: 'correct', changes })
}

interface CorrectionContext {
  ctx: Ctx
  tx: Tx
  row: CorrectedDay
  /** Times such as `09:30` on the clock of the employee. */
  input: { in_time: string | null; out_time: string | null; accept: boolean; reason: string }
}

/** Corrects a day without an appeal. Times are those of the employee's clock. @throws AppError INVALID by field, OWN_ATTENDANCE, ATTENDANCE_LOCKED */
export async function correctAttendance({ ctx, tx, row: day, input }: CorrectionContext): Promise<void> {
  const { in_time, out_time, accept, reason } = input
  await assertNotOwn(tx, ctx, day.employee_id)
  assertUnlocked(day)
  const zone = (await readEmployee(tx, ctx, day.employee_id))?.zone ?? getShopZone(ctx)
  const times = { in_time: toWindowInstant({ ...day, zone }, in_time), out_time: toWindowInstant({ ...day, zone }, out_time) }
  const problems = findTimeProblems(day, times)
  if (!in_time && !out_time && !accept) problems['in_time'] = message('attendance:error.nothing_to_correct')
  if (Object.keys(problems).length > 0) throw validationError(problems)
  await applyCorrection(tx, ctx, day, { in: times.in_time, out: times.out_time, isAccepted: accept, reason })
}
