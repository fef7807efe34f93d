import { type Ctx, type Db, extensionPoint } from 'stoa'
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

/** A source of approved absences, such as leave. */
export interface AbsenceSource {
  /** Approved absences within a span. One statement. */
  read(db: Pick<Db, 'rows'>, ctx: Ctx, span: EmployeeSpan): Promise<readonly Absence[]>
  /** Kinds of absences by `ref`, such as "Annual leave", for actors who may see them; none for others. One statement. */
  readKinds?(ctx: Ctx, refs: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const ABSENCE_SOURCES = extensionPoint<AbsenceSource>('hr/absence-sources', {
  description: 'sources of approved absences of employees',
})

/** Approved absences of employees from all sources, in the order of the sources. */
export async function readAbsences(db: Pick<Db, 'rows'>, ctx: Ctx, span: EmployeeSpan): Promise<Absence[]> {
  const absences: Absence[] = []
  for (const source of ctx.kernel.contributions(ABSENCE_SOURCES).values()) absences.push(...(await source.read(db, ctx, span)))
  return absences
}

/** Kinds of absences by `ref`, as far as the actor may see them. */
export async function readAbsenceKinds(ctx: Ctx, absences: readonly Pick<Absence, 'ref'>[]): Promise<Map<string, string>> {
  const refs = [...new Set(absences.map(({ ref }) => ref))]
  const kinds = new Map<string, string>()
  if (refs.length === 0) return kinds
  for (const source of ctx.kernel.contributions(ABSENCE_SOURCES).values())
    for (const [ref, kind] of (await source.readKinds?.(ctx, refs)) ?? []) kinds.set(ref, kind)
  return kinds
}
