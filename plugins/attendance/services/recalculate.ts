import { addDays, countDays, type Ctx, defineJob, type JobPayload, message, t, type Tx, validationError } from 'stoa'
import type { EmployeeSpan } from 'stoa/plugins/hr'
import { toLocalDate } from '../domain/clock.ts'
import { attendanceSettings } from '../settings.ts'
import { computeSpan } from './compute-span.ts'
import { findEmployedIds } from './employees.ts'
import { getShopZone } from './shop-zone.ts'

/** Employees of a transaction, so that it holds their locks for a moment only. */
const CHUNK = 100
/** Longest range of one call, in days. */
export const LONGEST_RANGE = 62
/** Days before today whose attendance the schedule computes again. */
const OPEN_DAYS = 3

/** Computes attendance again after an import. */
export const RECOMPUTE = defineJob({
  name: 'attendance/recompute',
  payload: { employees: t.list(t.id()), from: t.text(), to: t.text() },
})

/** Computes a span in transactions of 100 employees. @returns the number of stored changes */
export async function computeInChunks(ctx: Ctx, { employees, from, to }: EmployeeSpan): Promise<number> {
  const ids = [...employees].toSorted((one, other) => one - other)
  let changed = 0
  for (let n = 0; n < ids.length; n += CHUNK)
    changed += await ctx.kernel.transaction((tx) => computeSpan(tx, ctx, { employees: ids.slice(n, n + CHUNK), from, to }))
  return changed
}

export const recompute = async (span: JobPayload<typeof RECOMPUTE>, ctx: Ctx): Promise<void> => void (await computeInChunks(ctx, span))

/** Computes the attendance of a range of days again, for all employees the actor can see or for one of them. */
export async function recalculateRange(
  ctx: Ctx,
  { from, to, employee_id }: { from: string; to: string; employee_id: number | null },
): Promise<{ employees: number; changed: number }> {
  if (to < from) throw validationError({ to: message('attendance:error.end_date') })
  if (countDays(from, to) > LONGEST_RANGE) throw validationError({ to: message('attendance:error.long_range', { days: LONGEST_RANGE }) })
  const visible = await findEmployedIds(ctx, from, to)
  const employees = employee_id === null ? visible : visible.filter((id) => id === employee_id)
  if (employee_id !== null && employees.length === 0) throw validationError({ employee_id: message('core:rule.not_exists') })
  return { employees: employees.length, changed: await computeInChunks(ctx, { employees, from, to }) }
}

/** Computes the day of an attendance again. */
export async function recalculateRow({
  ctx,
  tx,
  row: { employee_id, work_date },
}: {
  ctx: Ctx
  tx: Tx
  row: { employee_id: number; work_date: string }
}): Promise<void> {
  await computeSpan(tx, ctx, { employees: [employee_id], from: work_date, to: work_date })
}

/** Computes the open days of all employees: those on which a punch can still come, or an absence is due. */
export async function computeOpenDays(ctx: Ctx): Promise<void> {
  const { absent_delay_hours } = ctx.kernel.settings.of(attendanceSettings)
  const today = toLocalDate(Date.now(), getShopZone(ctx))
  const [from, to] = [addDays(today, -OPEN_DAYS - Math.ceil(absent_delay_hours / 24)), addDays(today, 1)]
  await computeInChunks(ctx, { employees: await findEmployedIds(ctx, from, to), from, to })
}

/** Computes the days that nobody computed while the plugin was off, at most the longest range. */
export async function computeMissedDays(ctx: Ctx, since: Date): Promise<void> {
  const zone = getShopZone(ctx)
  const [today, start] = [toLocalDate(Date.now(), zone), toLocalDate(since.getTime(), zone)]
  const first = addDays(today, 1 - LONGEST_RANGE)
  const from = start < first ? first : start
  await computeInChunks(ctx, { employees: await findEmployedIds(ctx, from, today), from, to: today })
}
