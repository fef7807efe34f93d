import { type Db, sql, token, type Tx } from '#core'
import { type Guest, remember } from './persons.ts'

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. Names once given are not overwritten by strangers. */
  remember(tx: Tx, guest: Guest): Promise<number>
  /** Who turned out to be somebody else since a moment: for plugins that were away meanwhile. */
  mergedSince(db: Db, since: Date): Promise<{ survivorId: number; loserId: number }[]>
}

export const DIRECTORY = token<Directory>('people/directory')

export const directory: Directory = {
  remember,
  mergedSince: (db, since) =>
    db.rows<{ survivorId: number; loserId: number }>(
      sql`select merged_into_id as "survivorId", id as "loserId" from person
        where merged_into_id is not null and updated_at >= ${since.toISOString()} order by id`,
    ),
}
