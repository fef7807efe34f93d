import { lockKeys, type Tx } from 'stoa'

/** Advisory locks on the attendance of employees, in the order of their ids. Whoever changes shifts, punches or attendance takes them. */
export const lockEmployees = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  lockKeys(
    tx,
    [...new Set(ids)].toSorted((one, other) => one - other).map((id) => `attendance/employee ${id}`),
  )
