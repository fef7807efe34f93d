import { hasPermission, type Kernel, SEALED, sql, type Sql, unseal } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'
import { SEE_BANK } from './team-scope.ts'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

interface Sealed {
  bank_name: string | null
  bank_account: string | null
  identity_number: string | null
}

const decryptRow = <R extends Sealed>(config: Kernel['config'], row: R) => ({
  ...row,
  ...Object.fromEntries(
    (['bank_name', 'bank_account', 'identity_number'] as const).map((name) => [
      name,
      row[name] === null ? null : (unseal(config, SEALED, row[name]) ?? null),
    ]),
  ),
})

/**
 * Employment and tax law requires employers to keep employment records for years, so an erasure keeps the record with name, staff
 * number, identity number, job and dates. It deletes what only serves current employment: birth date, gender and bank details.
 */
export const employeePersonalData: PersonalDataHandler = {
  tables: {
    hr_employee: true,
    hr_department: 'departments and their managers, which are part of the employment record',
    hr_holiday_calendar: 'public holidays',
    hr_holiday: 'public holidays',
  },
  needs: 'get hr employee',
  findOwnedRows: async (db, { persons }) => ({
    hr_employee: (await db.rows<{ id: number }>(sql`select id from hr_employee where person_id = ${any(persons)} order by id`)).map(
      ({ id }) => id,
    ),
  }),
  async exportData(ctx, { rows }, requester) {
    const { db, config, registry } = ctx.kernel
    const visible = requester === 'person' ? sql`true` : scopeSql(ctx, registry.resource('hr_employee'))
    const found = await db.rows<Sealed & Record<string, unknown>>(sql`
      select t.staff_no, t.name, t.position, t.employment_type, t.join_date, t.probation_end, t.last_day, t.birth_date, t.gender, t.time_zone,
        t.work_weekdays, t.bank_name, t.bank_account, t.identity_number, t.created_at
      from hr_employee t where t.id = ${any(rows.hr_employee)} and ${visible} order by t.id`)
    if (requester === 'person' || hasPermission(ctx.actor, SEE_BANK)) return { employees: found.map((row) => decryptRow(config, row)) }
    return { employees: found.map(({ bank_name: _name, bank_account: _account, identity_number: _identity, ...row }) => row) }
  },
  async eraseData(tx, _ctx, { rows }) {
    await tx.run(sql`update hr_employee set birth_date = null, gender = null, bank_name = null, bank_account = null,
      version = version + 1, updated_at = now() where id = ${any(rows.hr_employee)}`)
    tx.invalidate('hr_employee')
  },
  eraseAuditOf: ['hr_employee'],
}
