import { sql, type Sql } from 'stoa'
import type { Keeper, Who } from 'stoa/plugins/people'

const ofThem = ({ customers }: Who): Sql => sql`customer_id = any(${[...customers]}::bigint[])`

/** That a book was fetched still counts; by whom does not. */
export const readerKeeper: Keeper = {
  tables: { ebook_download: true },
  needs: 'get ebook download',
  tell: async ({ kernel: { db } }, who) => ({
    downloads: await db.rows(
      sql`select b.url, d.language, d.created_at from ebook_download d join ebook b on b.id = d.ebook_id where ${ofThem(who)} order by d.id`,
    ),
  }),
  async erase(tx, _ctx, who) {
    await tx.run(sql`update ebook_download set customer_id = null, ip_hash = '' where ${ofThem(who)}`)
    tx.touch('ebook_download')
  },
}
