import { sql, type Sql } from 'stoa'

/** SQL: the account of an employee; null when the employee has none. */
export const employeeAccountSql = (employeeId: Sql): Sql => sql`(select x.account_id from hr_employee x where x.id = ${employeeId})`
