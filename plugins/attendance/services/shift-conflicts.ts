import { type Message, message, type SavedRecord, sql, type Tx, validationError } from 'stoa'
import { type AssignmentDays, findOverlap } from '../domain/shift-overlap.ts'
import { lockEmployees } from './lock-employees.ts'

type Assignment = AssignmentDays & { id: number; employee_id: number; shift: string }

/**
 * Share locks on shifts: their times do not change until the transaction ends. They are taken before the locks of employees, because a
 * change of a shift locks in the same order.
 */
export const lockShifts = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.run(sql`select 1 from hr_shift where id = any(${[...ids]}::bigint[]) order by id for share`)

const readAssignments = (tx: Tx, employees: readonly number[]): Promise<Assignment[]> =>
  tx.rows<Assignment>(sql`
    select a.id, a.employee_id, to_char(a.start_date, 'YYYY-MM-DD') as start_date, to_char(a.end_date, 'YYYY-MM-DD') as end_date,
      a.weekdays, a.excluded_dates, s.start_min, s.end_min, s.name as shift
    from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
    where a.employee_id = any(${employees}::bigint[]) and a.status <> 'canceled' order by a.id`)

function findConflict(one: Assignment, all: readonly Assignment[]): Message | undefined {
  for (const other of all) {
    if (other.id === one.id || other.employee_id !== one.employee_id) continue
    const date = findOverlap(one, other)
    if (date !== undefined) return message('attendance:error.shift_overlap', { shift: other.shift, date })
  }
  return undefined
}

/**
 * Refuses an assignment that overlaps another one of the employee, after it is stored. The lock on the employee runs two requests one
 * after the other, and the second one reads what the first one committed.
 */
export async function refuseAssignmentOverlap({ tx, id, old, input }: Pick<SavedRecord, 'tx' | 'id' | 'old' | 'input'>): Promise<void> {
  const employeeId = Number(input.employee_id ?? old?.employee_id)
  await lockEmployees(tx, [employeeId])
  const all = await readAssignments(tx, [employeeId])
  const own = all.find((assignment) => assignment.id === id)
  const conflict = own && findConflict(own, all)
  if (conflict) throw validationError({ shift_id: conflict })
}

/** Refuses new times of a shift that make assignments of an employee overlap. */
export async function refuseShiftOverlaps({ tx, id, old, input }: Pick<SavedRecord, 'tx' | 'id' | 'old' | 'input'>): Promise<void> {
  if (!old || (input.start_min === undefined && input.end_min === undefined)) return
  // The row lock of an update alone does not wait for new assignments; this lock does.
  await tx.run(sql`select 1 from hr_shift where id = ${id} for update`)
  const employees = await tx.rows<{ id: number }>(
    sql`select distinct employee_id as id from hr_shift_assignment where shift_id = ${id} and status <> 'canceled' order by 1`,
  )
  const ids = employees.map((employee) => employee.id)
  await lockEmployees(tx, ids)
  const all = await readAssignments(tx, ids)
  const changed = new Set(
    (await tx.rows<{ id: number }>(sql`select id from hr_shift_assignment where shift_id = ${id}`)).map((row) => row.id),
  )
  for (const assignment of all) {
    if (!changed.has(assignment.id)) continue
    const conflict = findConflict(assignment, all)
    if (conflict) throw validationError({ start_min: conflict })
  }
}
