import { basic, type Ctx, type Kernel, type Loaded, lockKeys, message, relation, sql, type Tx, validationError } from 'stoa'
import { hrEmployee, isOwnEmployee } from 'stoa/plugins/hr'

/** What leave needs to know of an employee. Dates are `2026-11-30`. */
export interface LeaveEmployee {
  id: number
  name: string
  account_id: number | null
  /** Account of the manager; null without a manager or without an account. */
  manager_account_id: number | null
  join_date: string
  last_day: string | null
  gender: string | null
  /** Today in the employee's time zone. */
  today: string
}

/** The kernel, or a transaction, whose connection is used for all statements. */
export type Models = Pick<Kernel, 'query' | 'db'> | Pick<Tx, 'query' | 'rows'>

const withManager = { manager: relation(hrEmployee, { only: ['account_id'] }) }

type StoredEmployee = Loaded<(typeof hrEmployee)['fields'], typeof withManager>

/** Today in a time zone, by the clock of the database. */
async function readToday(
  models: Models,
  { kernel }: Pick<Ctx, 'kernel'>,
  zones: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const { time_zone } = kernel.settings.of(basic)
  const names = [...new Set(zones)]
  const db = 'db' in models ? models.db : models
  const rows = await db.rows<{ n: number; day: string }>(sql`
    select z.n::int - 1 as n, to_char(now() at time zone z.zone, 'YYYY-MM-DD') as day
    from unnest(${names.map((zone) => zone ?? time_zone)}::text[]) with ordinality z(zone, n)`)
  return new Map(rows.map(({ n, day }) => [names[n] ?? null, day]))
}

function toLeaveEmployee(row: StoredEmployee, today: string): LeaveEmployee {
  const { id, name, account_id, join_date, last_day, gender, manager } = row
  return { id, name, account_id, join_date, last_day, gender, today, manager_account_id: manager?.account_id ?? null }
}

/** An employee; undefined when there is none with this id. */
export async function findLeaveEmployee(models: Models, ctx: Pick<Ctx, 'kernel'>, id: number): Promise<LeaveEmployee | undefined> {
  const row = await models.query(hrEmployee, withManager).findById(id)
  if (!row) return undefined
  const today = await readToday(models, ctx, [row.time_zone])
  return toLeaveEmployee(row, today.get(row.time_zone) ?? '')
}

/** An employee that a foreign key proves to exist. */
export async function readLeaveEmployee(models: Models, ctx: Pick<Ctx, 'kernel'>, id: number): Promise<LeaveEmployee> {
  const employee = await findLeaveEmployee(models, ctx, id)
  if (!employee) throw new Error(`employee ${id} does not exist`)
  return employee
}

/** Employees for whom leave accrues: enabled ones, and those whose last day is known. */
export async function listLeaveEmployees(ctx: Pick<Ctx, 'kernel'>): Promise<LeaveEmployee[]> {
  const rows = await ctx.kernel.query(hrEmployee, withManager).where('enabled', true).orWhereNotNull('last_day').orderBy('id')
  const today = await readToday(
    ctx.kernel,
    ctx,
    rows.map(({ time_zone }) => time_zone),
  )
  return rows.map((row) => toLeaveEmployee(row, today.get(row.time_zone) ?? ''))
}

/** Names of employees by id. */
export async function readEmployeeNames(models: Models, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await models.query(hrEmployee).whereIn('id', [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Nobody adds days to the own balance, whichever way they come. @throws AppError INVALID at `employee_id` */
export function assertNotOwnBalance(ctx: Pick<Ctx, 'actor'>, employee: Pick<LeaveEmployee, 'account_id'>): void {
  if (isOwnEmployee(ctx, employee)) throw validationError({ employee_id: message('leave:error.own_balance') })
}

/** Runs all changes of an employee's leave one after the other, so that two of them cannot spend the same balance. */
export const lockEmployee = (tx: Tx, employeeId: number): Promise<unknown> => lockKeys(tx, [`leave/employee ${employeeId}`])
