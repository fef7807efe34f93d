import { type Db, sql, token, type Tx } from '#core'
import { type Guest, remember } from './persons.ts'

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. Names once given are not overwritten by strangers. */
  remember(tx: Tx, guest: Guest): Promise<number>
  /** Who was forgotten, and who turned out to be somebody else, since a moment: for plugins that were away meanwhile. */
  changedSince(db: Db, since: Date): Promise<{ erasedCustomers: number[]; merged: { survivorId: number; loserId: number }[] }>
}

export const DIRECTORY = token<Directory>('people/directory')

export const directory: Directory = {
  remember,
  async changedSince(db, since) {
    const at = since.toISOString()
    const [erased, merged] = await Promise.all([
      db.rows<{ id: number }>(
        sql`select c.id from customer c join person p on p.id = c.person_id where p.erased_at >= ${at} order by c.id`,
      ),
      db.rows<{ survivorId: number; loserId: number }>(
        sql`select merged_into_id as "survivorId", id as "loserId" from person where merged_into_id is not null and updated_at >= ${at} order by id`,
      ),
    ])
    return { erasedCustomers: erased.map(({ id }) => id), merged }
  },
}
