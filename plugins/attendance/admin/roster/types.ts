import type { RosterRow, RosterWeek } from '../../api-types.ts'

export type RosterShift = RosterWeek['shifts'][number]
export type RosterEmployee = RosterRow
export type RosterDay = RosterRow['cells'][number]

/** A day of an employee. */
export interface CellPlace {
  employee: RosterEmployee
  cell: RosterDay
}

/** The shifts that a day should have; `published` names those that are published at once. */
export interface DayChange {
  employee_id: number
  date: string
  shift_ids: number[]
  published_ids: number[]
  before: number[]
}

export const shiftIdsOf = ({ shifts }: RosterDay): number[] => shifts.map(({ shift_id }) => shift_id)

export const cellKey = (employeeId: number, date: string): string => `${employeeId}/${date}`

/** The change that sets the shifts of a day. */
export const toChange = ({ employee, cell }: CellPlace, shift_ids: readonly number[]): DayChange => ({
  employee_id: employee.id,
  date: cell.date,
  shift_ids: [...shift_ids],
  published_ids: [],
  before: shiftIdsOf(cell),
})

/** The change that undoes another one: the shifts that were there, published as they were. */
export const toInverse = ({ employee, cell }: CellPlace, change: DayChange): DayChange => ({
  employee_id: employee.id,
  date: cell.date,
  shift_ids: shiftIdsOf(cell),
  published_ids: cell.shifts.filter(({ is_published }) => is_published).map(({ shift_id }) => shift_id),
  before: change.shift_ids,
})
