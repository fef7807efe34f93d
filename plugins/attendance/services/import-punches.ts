import { setImmediate as breathe } from 'node:timers/promises'
import { addDays, type Ctx, message, sql, type Tx, validationError } from 'stoa'
import type { PunchImport } from '../api-types.ts'
import { toLocalDate } from '../domain/clock.ts'
import { type FilePunch, type LineProblem, toPunchInstant } from '../domain/file-punch.ts'
import { punchColumns } from '../resources/punch-columns.ts'
import { attendanceSettings } from '../settings.ts'
import { type EmployeeInfo, findByStaffNo } from './employees.ts'
import { lockEmployees } from './lock-employees.ts'
import { type PunchFile, PunchFileError, readPunchFile } from './punch-file.ts'
import { RECOMPUTE } from './recalculate.ts'
import { getShopZone } from './shop-zone.ts'

/** Errors that an answer lists; further ones are only counted. */
const MOST_ERRORS = 200

async function readFile(bytes: Buffer, useStates: boolean): Promise<PunchFile> {
  try {
    return await readPunchFile(bytes, { useStates })
  } catch (error) {
    if (error instanceof PunchFileError) throw validationError({ file: message(`attendance:file.${error.problem}`) })
    throw error
  }
}

type Candidate = { employee_id: number; at: number; punch: FilePunch; zone: string }

function findProblem({ date }: FilePunch, at: number, employee: EmployeeInfo | undefined): LineProblem | undefined {
  if (!employee) return 'no_employee'
  if (at > Date.now()) return 'future'
  // The end of a night shift can be on the day after the last one.
  const isEmployed = date >= employee.join_date && (employee.last_day === null || date <= addDays(employee.last_day, 1))
  return isEmployed ? undefined : 'not_employed'
}

/** Punches that are not stored yet: without repeated ones, and without those within some seconds of another one. */
async function selectNew(tx: Tx, candidates: readonly Candidate[], seconds: number): Promise<Candidate[]> {
  if (candidates.length === 0) return []
  const times = candidates.map(({ at }) => at)
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)) - seconds * 1_000, times.reduce((a, b) => Math.max(a, b)) + seconds * 1_000]
  const ids = [...new Set(candidates.map(({ employee_id }) => employee_id))]
  const stored = await tx.rows<{ employee_id: number; at: number; is_voided: boolean; source: string }>(sql`
    select employee_id, (extract(epoch from at) * 1000)::bigint as at, voided_at is not null as is_voided, source from hr_punch
    where employee_id = any(${ids}::bigint[]) and at between to_timestamp(${from / 1_000}) and to_timestamp(${to / 1_000})`)
  const exact = new Set(stored.filter(({ source }) => source === 'import').map(({ employee_id, at }) => `${employee_id}/${at}`))
  type Item = { employee_id: number; at: number; candidate?: Candidate }
  const unsorted: Item[] = [
    ...stored.filter(({ is_voided }) => !is_voided).map(({ employee_id, at }) => ({ employee_id, at })),
    ...candidates.filter(({ employee_id, at }) => !exact.has(`${employee_id}/${at}`)).map((candidate) => ({ ...candidate, candidate })),
  ]
  // A stored punch comes before a new one of the same instant.
  const items = unsorted.toSorted(
    (one, other) => one.employee_id - other.employee_id || one.at - other.at || (one.candidate ? 1 : 0) - (other.candidate ? 1 : 0),
  )
  const selected: Candidate[] = []
  let last: Item | undefined
  for (const [n, item] of items.entries()) {
    const next = items[n + 1]
    const isNear = (other: Item | undefined) =>
      other?.employee_id === item.employee_id && Math.abs(item.at - other.at) < Math.max(1, seconds * 1_000)
    // A stored punch stays, so the one before it gives way.
    if (item.candidate && (isNear(last) || (next && !next.candidate && isNear(next)))) continue
    last = item
    if (item.candidate) selected.push(item.candidate)
  }
  return selected
}

/**
 * Imports a file of an attendance terminal. A dry run changes nothing and reports the same. Importing a file twice adds nothing. The
 * attendance is computed by jobs after the commit.
 */
export async function importPunches(ctx: Ctx, bytes: Buffer, o: { dryRun: boolean; useStates: boolean }): Promise<PunchImport> {
  const file = await readFile(bytes, o.useStates)
  const { kernel } = ctx
  const { double_punch_seconds } = kernel.settings.of(attendanceSettings)
  return kernel.transaction(async (tx) => {
    const numbers = new Set(file.punches.map(({ staff_no }) => staff_no))
    const employees = new Map((await findByStaffNo(tx, ctx, [...numbers])).map((employee) => [employee.staff_no, employee]))
    await lockEmployees(
      tx,
      [...employees.values()].map(({ id }) => id),
    )
    const errors = [...file.errors]
    const candidates: Candidate[] = []
    for (const [n, punch] of file.punches.entries()) {
      // Reading times on clocks of zones takes long in sum: other requests are served in between.
      if (n % 1_000 === 999) await breathe()
      const employee = employees.get(punch.staff_no)
      const zone = employee?.zone ?? getShopZone(ctx)
      const at = toPunchInstant(punch, zone)
      const problem = findProblem(punch, at, employee)
      if (problem) errors.push({ line: punch.line, problem })
      else if (employee) candidates.push({ employee_id: employee.id, at, punch, zone })
    }
    const added = await selectNew(tx, candidates, double_punch_seconds)
    if (!o.dryRun && added.length > 0) await store(tx, ctx, added)
    const language = ctx.interfaceLanguage ?? ctx.language
    return {
      format: file.format,
      dry_run: o.dryRun,
      added: added.length,
      employees: new Set(added.map(({ employee_id }) => employee_id)).size,
      repeated: candidates.length - added.length,
      error_count: errors.length,
      errors: errors
        .toSorted((one, other) => one.line - other.line)
        .slice(0, MOST_ERRORS)
        .map(({ line, problem }) => ({ line, reason: kernel.i18n.t(language, `attendance:line.${problem}`) })),
    }
  })
}

async function store(tx: Tx, ctx: Ctx, added: readonly Candidate[]): Promise<void> {
  const rows = added.map(({ employee_id, at, punch }) => ({
    employee_id,
    at: new Date(at).toISOString(),
    direction: punch.direction,
    device_id: punch.device_id,
  }))
  const created_by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  await tx.run(
    sql`${tx.insertAllSql(punchColumns, rows, { source: 'import', created_by })} on conflict (employee_id, at, source) do nothing`,
  )
  tx.invalidate('hr_punch')
  const dates = added.map(({ at, zone }) => toLocalDate(at, zone)).toSorted()
  const employees = [...new Set(added.map(({ employee_id }) => employee_id))]
  tx.enqueue(RECOMPUTE, { employees, from: addDays(dates[0] ?? '', -1), to: dates.at(-1) ?? '' })
}
