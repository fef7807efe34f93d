import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

const ofSubjectSql = ({ customers }: DataSubject): Sql => sql`customer_id = any(${[...customers]}::bigint[])`

/** Exports and erases downloads. The download stays for the count, without the customer. */
export const downloadPersonalData: PersonalDataHandler = {
  tables: { ebook_download: true },
  needs: 'get ebook download',
  exportData: async ({ kernel: { db } }, subject) => ({
    downloads: await db.rows(
      sql`select b.url, d.language, d.created_at from ebook_download d join ebook b on b.id = d.ebook_id where ${ofSubjectSql(subject)} order by d.id`,
    ),
  }),
  async eraseData(tx, _ctx, subject) {
    await tx.run(sql`update ebook_download set customer_id = null, ip_hash = '' where ${ofSubjectSql(subject)}`)
    tx.invalidate('ebook_download')
  },
}
