import { dropFiles, sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []) => sql`any(${[...ids]}::bigint[])`

/** Exports and erases applications. They stay as records of paid services, without the person. The forms plugin handles the answers. */
export const applicationPersonalData: PersonalDataHandler = {
  tables: {
    application: true,
    application_file: true,
    application_letter: 'types of e-mails sent for an application, without their text',
  },
  needs: 'get application',
  async findOwnedRows(db, { persons, customers, emails }) {
    const rows = await db.rows<{
      id: number
    }>(sql`select id from application where person_id = ${any(persons)} or customer_id = ${any(customers)}
      or (email <> '' and email = any(${[...emails]})) order by id`)
    return { application: rows.map(({ id }) => id) }
  },
  exportData: async ({ kernel }, { rows }, requester) => ({
    applications: await kernel.db
      .rows(sql`select number, service, choice, quantity, (price_minor / 100.0)::numeric(14, 2)::text as price, status, email,
        first_name, last_name, country_code, phone, language, decision_note, decided_at, order_number, created_at,
        (select coalesce(json_agg(f.name order by f.id), '[]') from application_file f where f.application_id = application.id) as files
      from application where id = ${any(rows.application)} order by id`),
    ...(requester === 'staff'
      ? {
          remarks: await kernel.db.rows(
            sql`select number, remark from application where id = ${any(rows.application)} and remark <> '' order by id`,
          ),
        }
      : {}),
  }),
  async eraseData(tx, _ctx, { rows }) {
    tx.invalidate('application')
    await tx.run(sql`update application set email = '', first_name = '', last_name = '', country_code = null, phone = null, remark = '',
      decision_note = '', ext = '{}', version = version + 1, updated_at = now() where id = ${any(rows.application)}`)
    const files = await tx.rows<{ file: number | null }>(
      sql`delete from application_file where application_id = ${any(rows.application)} returning file`,
    )
    await dropFiles(
      tx,
      files.flatMap(({ file }) => file ?? []),
    )
    tx.invalidate('application_file')
  },
  eraseAuditOf: ['application'],
}
