import { type Ctx, type Db, type Kernel, lockKeys, relation, sql, type Tx } from 'stoa'
import { employeeZoneSql, hrEmployee } from 'stoa/plugins/hr'

/** What a claim needs to know of an employee. Dates are `2026-11-30`. */
export interface ClaimEmployee {
  id: number
  name: string
  account_id: number | null
  /** Account of the manager; null without a manager or without an account. */
  manager_account_id: number | null
  join_date: string
  last_day: string | null
}

/** The kernel, or a transaction, whose connection is used for all statements. */
export type Models = Pick<Kernel, 'query'> | Pick<Tx, 'query'>

/** An employee that a foreign key proves to exist. */
export async function readClaimEmployee(models: Models, id: number): Promise<ClaimEmployee> {
  const row = await models.query(hrEmployee, { manager: relation(hrEmployee, { only: ['account_id'] }) }).findById(id)
  if (!row) throw new Error(`employee ${id} does not exist`)
  const { name, account_id, join_date, last_day, manager } = row
  return { id, name, account_id, join_date, last_day, manager_account_id: manager?.account_id ?? null }
}

/** Today in the time zone of an employee, by the clock of the database. */
export async function readToday(db: Pick<Db, 'one'>, ctx: Pick<Ctx, 'kernel'>, employeeId: number): Promise<string> {
  const row = await db.one<{ day: string }>(
    sql`select to_char(now() at time zone ${employeeZoneSql(ctx, sql`${employeeId}::bigint`)}, 'YYYY-MM-DD') as day`,
  )
  return row?.day ?? ''
}

/** Runs submissions of an employee one after the other, so that two claims cannot use the same limit. Taken before any row lock. */
export const lockEmployee = (tx: Tx, employeeId: number): Promise<unknown> => lockKeys(tx, [`claims/employee ${employeeId}`])
