import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

/** Condition for messages from the subject's addresses. After erasure elsewhere they are recognised by hash. */
const messages = ({ addressHashes }: DataSubject): Sql =>
  sql`'sha256:' || encode(sha256(convert_to(lower(normalize(trim(email), NFC)), 'UTF8')), 'hex') = any(${[...addressHashes]})`
const reads = ({ customers }: DataSubject): Sql => sql`r.reader_kind = 'customer' and r.reader_id = any(${[...customers]}::bigint[])`

/** Exports and erases contact messages and dismissed announcements. */
export const writerPersonalData: PersonalDataHandler = {
  tables: {
    contact_message: true,
    announcement_read: true,
    landing_visit: 'visits by a keyed hash of the visitor; the key is deleted after one day',
    landing_transfer: 'ids of the rows that a landing page led to',
  },
  needs: 'get contact message',
  async findOwnedRows(db, subject) {
    return {
      contact_message: (await db.rows<{ id: number }>(sql`select id from contact_message where ${messages(subject)} order by id`)).map(
        ({ id }) => id,
      ),
    }
  },
  exportData: async ({ kernel: { db } }, subject) => ({
    messages: await db.rows(
      sql`select name, email, subject, message, status, created_at from contact_message where ${messages(subject)} order by id`,
    ),
    announcements: await db.rows(sql`select r.announcement_id, r.created_at from announcement_read r where ${reads(subject)} order by 1`),
  }),
  async eraseData(tx, _ctx, subject) {
    await tx.run(sql`delete from contact_message where ${messages(subject)}`)
    await tx.run(sql`delete from announcement_read r where ${reads(subject)}`)
    tx.invalidate('contact_message')
  },
  eraseAuditOf: ['contact_message'],
}
