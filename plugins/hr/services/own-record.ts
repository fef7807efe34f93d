import type { Ctx, Tx } from 'stoa'
import { hrEmployee } from '../resources/employee.ts'

/** Whether an employee is the account that acts. Nobody decides about their own pay, leave, time or claims. */
export const isOwnEmployee = ({ actor }: Pick<Ctx, 'actor'>, employee: { account_id: number | null } | undefined): boolean =>
  actor.kind === 'admin' && employee?.account_id === actor.id

/** Whether the employee with this id is the account that acts. One statement for accounts of staff, none for others. */
export async function isOwnRecord(tx: Pick<Tx, 'query'>, ctx: Pick<Ctx, 'actor'>, employeeId: number): Promise<boolean> {
  return ctx.actor.kind === 'admin' && isOwnEmployee(ctx, await tx.query(hrEmployee).findById(employeeId))
}
