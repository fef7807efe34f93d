import type { Db } from '../core/db/pool.ts'
import { sql } from '../core/db/sql.ts'

/** The super role `owner`, created when it is first needed. */
export async function ownerRole({ db }: { db: Db }): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    insert into role (name, superuser) values ('owner', true)
    on conflict (name) do update set name = excluded.name returning id`)
  return row?.id ?? 0
}
