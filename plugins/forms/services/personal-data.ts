import { dropFiles, sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

/** Condition for submissions by customer account, person, and typed e-mail address. */
const submissionsOfSubjectSql = ({ customers, persons, emails }: DataSubject): Sql => sql`(user_id = any(${[...customers]}::bigint[])
  or person_id = any(${[...persons]}::bigint[]) or email = any(${[...emails]}))`

/** Exports and erases submissions. The submission stays with its date and status; person and answers are removed. */
export const submitterPersonalData: PersonalDataHandler = {
  tables: { form_submission: true, form_file: true },
  needs: 'get form submission',
  async findOwnedRows(db, dataSubject) {
    const rows = await db.rows<{ id: number }>(
      sql`select id from form_submission where ${submissionsOfSubjectSql(dataSubject)} order by id`,
    )
    return { form_submission: rows.map(({ id }) => id) }
  },
  exportData: async ({ kernel: { db } }, dataSubject) => ({
    submissions: await db.rows(sql`select s.id, s.form_id, s.name, s.email, s.language, s.status, s.answers, s.created_at,
        (select coalesce(jsonb_agg(x.name order by x.id), '[]') from form_file x where x.submission_id = s.id) as files
      from form_submission s where s.id = any(${[...(dataSubject.rows.form_submission ?? [])]}::bigint[]) order by s.id`),
  }),
  async eraseData(tx, _ctx, dataSubject) {
    const ids = sql`any(${[...(dataSubject.rows.form_submission ?? [])]}::bigint[])`
    const files = await tx.rows<{ file: number | null }>(sql`delete from form_file where submission_id = ${ids} returning file`)
    await dropFiles(
      tx,
      files.flatMap(({ file }) => (file === null ? [] : [file])),
    )
    await tx.run(sql`update form_submission set user_id = null, person_id = null, name = '', email = null, answers = '{}',
      submitter_key = null, version = version + 1, updated_at = now() where id = ${ids}`)
    tx.invalidate('form_submission')
    tx.invalidate('form_file')
  },
  eraseAuditOf: ['form_submission'],
}
