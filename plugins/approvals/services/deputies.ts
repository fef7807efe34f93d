import { type Db, type Kernel, sql } from '#core'
import { APPROVABLES } from './approvables.ts'
import { mayDecide } from './seats.ts'

/** Who could stand in for somebody: those who hold the permission of at least one kind that person may decide. Others would gain a right they lack. */
export async function deputiesOf(db: Db, kernel: Kernel, giver: number): Promise<{ id: number; name: string }[]> {
  const kinds = [...kernel.offers(APPROVABLES).keys()]
  return db.rows(sql`select m.id, m.name from account m join role mr on mr.id = m.role_id, account h join role hr on hr.id = h.role_id
    where h.id = ${giver} and m.id <> h.id and m.enabled and exists (select 1 from unnest(${kinds}::text[]) as k(kind)
      where ${mayDecide(kernel, sql`k.kind`, 'mr')} and ${mayDecide(kernel, sql`k.kind`, 'hr')})
    order by m.name, m.id`)
}
