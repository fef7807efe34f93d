import { type Ctx, type Db, extensionPoint, join, type Sql, sql } from 'stoa'
import type { DayPart } from '../domain/work-day.ts'
import type { EmployeeSpan } from './work-days.ts'

/** An approved absence of an employee on a day. */
export interface Absence {
  employee_id: number
  date: string
  /** The absent part of the day; `full` for absences in hours too. */
  part: DayPart
  /** Absent fraction of the scheduled day, 0 to 1. */
  fraction: number
  /** Paid fraction of the absent part, 0 to 1. */
  paid_fraction: number
  /** Source and row, such as `leave/17`, so that a figure computed from it can show where it comes from. */
  ref: string
}

/** Employees and a range of days of a query, such as `2026-11-30`, both ends included. */
export interface EmployeeQuery {
  /** SQL that stands in `any(…)`: an array of ids, or a query of them. */
  employees: Sql
  from: string
  to: string
}

/** A source of approved absences, such as leave. */
export interface AbsenceSource {
  /** SQL: a query of the approved absences within a span. Its columns are those of `Absence`. */
  query(ctx: Ctx, span: EmployeeQuery): Sql
  /** Kinds of absences by `ref`, such as "Annual leave", for actors who may see them; none for others. One statement. */
  readKinds?(ctx: Ctx, refs: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const ABSENCE_SOURCES = extensionPoint<AbsenceSource>('hr/absence-sources', {
  description: 'sources of approved absences of employees',
})

const columnsSql = sql`x.employee_id, x.date, x.part, x.fraction, x.paid_fraction, x.ref`

/** SQL: a query of the approved absences from all sources. Its columns are those of `Absence`, and `source`, the number of the source. */
export function absencesSql(ctx: Ctx, span: EmployeeQuery): Sql {
  const sources = [...ctx.kernel.contributions(ABSENCE_SOURCES).values()]
  if (sources.length === 0)
    return sql`select 0 as source, x.* from unnest(null::bigint[], null::text[], null::text[], null::float8[], null::float8[], null::text[])
    as x(employee_id, date, part, fraction, paid_fraction, ref)`
  return join(
    sources.map((source, n) => sql`select ${n}::int as source, ${columnsSql} from (${source.query(ctx, span)}) x`),
    ' union all ',
  )
}

/** Approved absences of employees from all sources, in the order of the sources, then by employee and date. One statement. */
export const readAbsences = (db: Pick<Db, 'rows'>, ctx: Ctx, { employees, from, to }: EmployeeSpan): Promise<Absence[]> =>
  db.rows<Absence>(sql`
    select ${columnsSql} from (${absencesSql(ctx, { employees: sql`${[...employees]}::bigint[]`, from, to })}) x
    order by x.source, x.employee_id, x.date, length(x.ref), x.ref`)

/** Kinds of absences by `ref`, as far as the actor may see them. */
export async function readAbsenceKinds(ctx: Ctx, absences: readonly Pick<Absence, 'ref'>[]): Promise<Map<string, string>> {
  const refs = [...new Set(absences.map(({ ref }) => ref))]
  const kinds = new Map<string, string>()
  if (refs.length === 0) return kinds
  for (const source of ctx.kernel.contributions(ABSENCE_SOURCES).values())
    for (const [ref, kind] of (await source.readKinds?.(ctx, refs)) ?? []) kinds.set(ref, kind)
  return kinds
}
