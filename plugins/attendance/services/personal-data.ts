import { dropFiles, sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/**
 * Working time is part of the employment record, which employers must keep for years, so an erasure keeps roster, punches, attendance and
 * appeals. It deletes what the record does not need: positions and network addresses of punches, documents of appeals, and the kiosk PIN.
 */
export const attendancePersonalData: PersonalDataHandler = {
  tables: {
    hr_shift: 'working hours of the business',
    hr_site: 'addresses of the business',
    hr_shift_assignment: true,
    hr_punch: true,
    hr_attendance: true,
    hr_appeal: true,
    hr_kiosk: 'devices of the business',
    hr_kiosk_pin: true,
  },
  needs: 'get hr attendance',
  findOwnedRows: async (db, { rows }) => ({
    hr_appeal: (await db.rows<{ id: number }>(sql`select id from hr_appeal where employee_id = ${any(rows.hr_employee)} order by id`)).map(
      ({ id }) => id,
    ),
  }),
  async exportData(ctx, { rows }, requester) {
    const { db, registry } = ctx.kernel
    const own = (resource: string): Sql =>
      requester === 'person'
        ? sql`t.employee_id = ${any(rows.hr_employee)}`
        : sql`t.employee_id = ${any(rows.hr_employee)} and ${scopeSql(ctx, registry.resource(resource))}`
    return {
      shifts: await db.rows(sql`
        select s.name as shift, s.start_min, s.end_min, t.start_date, t.end_date, t.weekdays, t.status
        from hr_shift_assignment t join hr_shift s on s.id = t.shift_id where ${own('hr_shift_assignment')} order by t.id`),
      punches: await db.rows(sql`
        select t.at, t.direction, t.source, t.lat, t.lng, t.accuracy_m, t.distance_m, t.outside, t.ip, t.device_id, t.voided_at, t.void_reason
        from hr_punch t where ${own('hr_punch')} order by t.at, t.id`),
      attendance: await db.rows(sql`
        select t.work_date, t.status, t.reasons, t.day_kind, t.first_in, t.last_out, t.worked_min, t.break_min, t.late_min, t.early_min,
          t.overtime_min, t.overtime_approved_min, t.correction_reason
        from hr_attendance t where ${own('hr_attendance')} order by t.work_date, t.id`),
      appeals: await db.rows(sql`
        select t.created_at, t.reason, t.requested_in, t.requested_out, t.requested_status, t.status, t.decided_at, t.decision_note,
          t.document_name as document
        from hr_appeal t where ${own('hr_appeal')} order by t.id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    await tx.run(sql`update hr_punch set lat = null, lng = null, accuracy_m = null, ip = null, updated_at = now()
      where employee_id = ${any(rows.hr_employee)}`)
    await tx.run(sql`delete from hr_kiosk_pin where employee_id = ${any(rows.hr_employee)}`)
    const files = await tx.rows<{ id: number }>(sql`
      select document as id from hr_appeal where id = ${any(rows.hr_appeal)} and document is not null order by id for update`)
    await tx.run(sql`update hr_appeal set document = null, document_path = '', document_name = '', version = version + 1, updated_at = now()
      where id = ${any(rows.hr_appeal)} and document is not null`)
    await dropFiles(
      tx,
      files.map(({ id }) => id),
    )
    tx.invalidate('hr_punch')
    tx.invalidate('hr_appeal')
  },
  eraseAuditOf: ['hr_appeal'],
}
