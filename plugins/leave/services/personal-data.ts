import { dropFiles, type Sql, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/**
 * Employers must keep records of leave and of the pay for it for years, so an erasure keeps dates, types and the ledger. It deletes
 * what was written about the person: reasons, notes of decisions, and medical documents.
 */
export const leavePersonalData: PersonalDataHandler = {
  tables: {
    hr_leave: true,
    hr_leave_ledger: true,
    hr_leave_opening: 'balances of employees, which are part of the employment record',
    hr_leave_adjustment: 'days given back to employees, which are part of the employment record',
    hr_leave_type: 'types of leave',
    hr_leave_scale: 'accrual tables of types of leave',
  },
  needs: 'get hr leave',
  findOwnedRows: async (db, { rows }) => ({
    hr_leave: (await db.rows<{ id: number }>(sql`select id from hr_leave where employee_id = ${any(rows.hr_employee)} order by id`)).map(
      ({ id }) => id,
    ),
  }),
  async exportData(ctx, { rows }, requester) {
    const { db, registry } = ctx.kernel
    const visible = (resource: string) => (requester === 'person' ? sql`true` : scopeSql(ctx, registry.resource(resource)))
    return {
      leaves: await db.rows(sql`
        select t.number, y.code as type, t.start_date, t.end_date, t.start_half, t.end_half, t.hours, t.days, t.days_detail, t.reason, t.status,
          t.decided_at, t.decision_note, t.document_name as document, t.created_at
        from hr_leave t join hr_leave_type y on y.id = t.type_id
        where t.id = ${any(rows.hr_leave)} and ${visible('hr_leave')} order by t.id`),
      leave_ledger: await db.rows(sql`
        select y.code as type, t.kind, t.days, t.valid_from, t.valid_to, t.note, t.created_at
        from hr_leave_ledger t join hr_leave_type y on y.id = t.type_id
        where t.employee_id = ${any(rows.hr_employee)} and ${visible('hr_leave_ledger')} order by t.id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const files = await tx.rows<{ id: number }>(sql`
      select document as id from hr_leave where id = ${any(rows.hr_leave)} and document is not null order by id for update`)
    await tx.run(sql`update hr_leave set reason = '', decision_note = '', document = null, document_path = '', document_name = '', version = version + 1, updated_at = now()
      where id = ${any(rows.hr_leave)}`)
    await tx.run(sql`update hr_leave_ledger set note = '' where employee_id = ${any(rows.hr_employee)}`)
    await dropFiles(
      tx,
      files.map(({ id }) => id),
    )
    tx.invalidate('hr_leave')
    tx.invalidate('hr_leave_ledger')
  },
  eraseAuditOf: ['hr_leave'],
}
