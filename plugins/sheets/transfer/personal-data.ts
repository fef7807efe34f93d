import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

/** Condition for the data subject's rows by resource and id. */
const subjectRowsSql = ({ rows }: DataSubject): Sql => {
  const pairs = Object.entries(rows).flatMap(([resource, ids]) => ids.map((id) => ({ resource, id })))
  return sql`(select x.resource, x.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(resource text, id bigint))`
}

/** Erases undo data and external ids of the data subject's rows. Afterwards imports of these rows cannot be undone. */
export const sheetPersonalData: PersonalDataHandler = {
  tables: { transfer_row: true, external_ref: true, import_mapping: 'which column of a sheet is which field' },
  exportData: async ({ kernel: { db } }, dataSubject, requester) => ({
    external_ids: await db.rows(
      sql`select source, resource, external_id, created_at from external_ref where (resource, row_id) in ${subjectRowsSql(dataSubject)} order by 1, 2, 3`,
    ),
    imported:
      requester === 'staff'
        ? await db.rows(
            sql`select resource, row_id, before, after from transfer_row where (resource, row_id) in ${subjectRowsSql(dataSubject)} order by id`,
          )
        : [],
  }),
  async eraseData(tx, _ctx, dataSubject) {
    await tx.run(sql`delete from transfer_row where (resource, row_id) in ${subjectRowsSql(dataSubject)}`)
    await tx.run(sql`delete from external_ref where (resource, row_id) in ${subjectRowsSql(dataSubject)}`)
  },
}
