import { type Ctx, type Db, sql, type Tx } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { isVisibleEmployeeSql } from './visible-employee.ts'
import { getShopZone } from './shop-zone.ts'

/** An employee as attendance needs it. Dates are `2026-11-30`. */
export interface EmployeeInfo {
  id: number
  name: string
  staff_no: string
  account_id: number | null
  manager_id: number | null
  /** Time zone of the employee, or else of the shop. */
  zone: string
  enabled: boolean
  tracks_time: boolean
  join_date: string
  last_day: string | null
}

/** The query function of a transaction, or else of the pool: a second connection inside a transaction could exhaust the pool. */
const queryOf = (db: object, ctx: Ctx) => ('query' in db ? (db as Tx).query : ctx.kernel.query)

type Row = typeof hrEmployee.Row

const toInfo = (ctx: Ctx, row: Row): EmployeeInfo => ({
  id: row.id,
  name: row.name,
  staff_no: row.staff_no,
  account_id: row.account_id,
  manager_id: row.manager_id,
  zone: row.time_zone ?? getShopZone(ctx),
  enabled: row.enabled,
  tracks_time: row.tracks_time,
  join_date: row.join_date,
  last_day: row.last_day,
})

/** Employees by id. One statement. */
export async function readEmployees(db: object, ctx: Ctx, ids: readonly number[]): Promise<Map<number, EmployeeInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await queryOf(db, ctx)(hrEmployee).whereIn('id', [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, toInfo(ctx, row)]))
}

/** An employee by id; undefined when there is none. */
export const readEmployee = async (db: object, ctx: Ctx, id: number): Promise<EmployeeInfo | undefined> =>
  (await readEmployees(db, ctx, [id])).get(id)

/** The ids of those employees that the actor sees. */
async function selectVisible(db: Pick<Db, 'rows'>, ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    sql`select v.id from unnest(${[...ids]}::bigint[]) v(id) where ${isVisibleEmployeeSql(ctx, sql`v.id`)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Employees with these staff numbers that the actor sees. */
export async function findByStaffNo(tx: Tx, ctx: Ctx, numbers: readonly string[]): Promise<EmployeeInfo[]> {
  const rows = await tx.query(hrEmployee).whereIn('staff_no', [...numbers])
  const visible = await selectVisible(
    tx,
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => visible.has(id)).map((row) => toInfo(ctx, row))
}

/** Ids of the employees that the actor sees and who were employed in a range of dates, in order. */
export async function findEmployedIds(ctx: Ctx, from: string, to: string): Promise<number[]> {
  const { kernel } = ctx
  const rows = await kernel.query(hrEmployee).where('join_date', '<=', to).orderBy('id')
  const employed = rows.filter(({ last_day }) => last_day === null || last_day >= from).map(({ id }) => id)
  const visible = await selectVisible(kernel.db, ctx, employed)
  return employed.filter((id) => visible.has(id))
}
