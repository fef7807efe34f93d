import { type Ctx, localizedSql, sql } from 'stoa'

/** The balance of an employee and a type on a date. Figures are days. */
export interface Balance {
  employee_id: number
  type_id: number
  type: string
  unit: 'day' | 'half_day' | 'hour'
  needs_balance: boolean
  days: number
  /** Days taken in rows that are valid on the date. */
  taken: number
  /** Days of requests that wait for approval. */
  pending: number
  /** First day after which days of the balance expire. Null when none do, also when all are carried over. */
  valid_until: string | null
}

/** Employees whose balances are read. The caller has checked the row scope. */
export interface BalanceEmployee {
  id: number
  gender: string | null
}

/**
 * Balances on a date: the sum of the ledger rows valid on it, by employee in the given order. Types with a balance have a row for each
 * employee, others once leave was taken. One statement.
 */
export const readBalances = (
  ctx: Ctx,
  { date, employees, typeId = null }: { date: string; employees: readonly BalanceEmployee[]; typeId?: number | null },
): Promise<Balance[]> =>
  ctx.kernel.db.rows<Balance>(sql`
    select t.id as employee_id, y.id as type_id,
      coalesce(${localizedSql(sql`y.title`, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)}, y.code) as type, y.unit, y.needs_balance,
      coalesce(l.days, 0)::float8 as days, coalesce(l.taken, 0)::float8 as taken,
      coalesce((select sum(p.days) from hr_leave p where p.employee_id = t.id and p.type_id = y.id and p.status = 'pending'), 0)::float8 as pending,
      to_char(l.valid_until, 'YYYY-MM-DD') as valid_until
    from unnest(${employees.map(({ id }) => id)}::bigint[], ${employees.map(({ gender }) => gender)}::text[]) with ordinality t(id, gender, n)
    cross join hr_leave_type y
    left join lateral (
      select sum(r.days) as days, -sum(r.days) filter (where r.leave_id is not null) as taken,
        min(r.valid_to) filter (where (y.carry_over_max is not null or r.kind = 'carry' and y.carry_over_expire_days is not null)
          and r.days > 0 and r.source_ledger_id is null and r.days
          + coalesce((select sum(s.days) from hr_leave_ledger s where s.source_ledger_id = r.id), 0) > 0) as valid_until
      from hr_leave_ledger r where r.employee_id = t.id and r.type_id = y.id and r.valid_from <= ${date}::date
        and (r.valid_to is null or r.valid_to >= ${date}::date)) l on true
    where y.enabled and (y.gender is null or y.gender = t.gender) and (y.needs_balance or l.days is not null)
      and (${typeId}::bigint is null or y.id = ${typeId}::bigint)
    order by t.n, y.code`)
