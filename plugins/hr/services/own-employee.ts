import { AppError, type Ctx, type Db, findStaffWith, preferNonOwners, sql } from 'stoa'
import { NO_EMPLOYEE_RECORD, SELF_SERVICE_OFF } from '../errors.ts'
import { employeeSettings } from '../settings.ts'

/** The employee record of the account that is signed in. Dates are `2026-11-30`. */
export interface OwnEmployee {
  id: number
  name: string
  staff_no: string
  manager_id: number | null
  join_date: string
  last_day: string | null
}

/** The employee record of the actor; undefined without one, or when the record is disabled. */
export async function findOwnEmployee(ctx: Ctx, db: Pick<Db, 'one'> = ctx.kernel.db): Promise<OwnEmployee | undefined> {
  if (ctx.actor.kind !== 'admin') return undefined
  return db.one<OwnEmployee>(sql`
    select id, name, staff_no, manager_id, to_char(join_date, 'YYYY-MM-DD') as join_date, to_char(last_day, 'YYYY-MM-DD') as last_day
    from hr_employee where account_id = ${ctx.actor.id} and enabled`)
}

export const isSelfServiceEnabled = ({ kernel }: Pick<Ctx, 'kernel'>): boolean => kernel.settings.of(employeeSettings).enabled

/** The employee record of the actor, for self-service routes. @throws AppError SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD */
export async function requireOwnEmployee(ctx: Ctx, db?: Pick<Db, 'one'>): Promise<OwnEmployee> {
  if (!isSelfServiceEnabled(ctx)) throw new AppError(SELF_SERVICE_OFF)
  const employee = await findOwnEmployee(ctx, db)
  if (!employee) throw new AppError(NO_EMPLOYEE_RECORD, undefined, { extra: { ask: await findEmployeeEditors(ctx) } })
  return employee
}

/** Names of up to three staff members who can add an employee record; owners only if nobody else can. */
export async function findEmployeeEditors({ kernel }: Pick<Ctx, 'kernel'>): Promise<string[]> {
  const staff = preferNonOwners(await findStaffWith(kernel, 'create hr employee'))
  return staff.slice(0, 3).map(({ name }) => name)
}
