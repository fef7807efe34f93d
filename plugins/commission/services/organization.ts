import { type Db, lockKeys, message, type SavedRecord, sql, type Tx, validationError } from 'stoa'
import { hasCycle, type Position } from '../domain/organization.ts'

/** All positions of the organization that have not ended before a day. A shop has at most some hundred. */
export const readPositions = (db: Pick<Db, 'rows'>, since: string | null): Promise<Position[]> =>
  db.rows<Position>(sql`
    select n.id, n.admin_id, p.admin_id as parent_admin_id, n.override_percent::text as override_percent,
      to_char(n.valid_from, 'YYYY-MM-DD') as valid_from, to_char(n.valid_to, 'YYYY-MM-DD') as valid_to
    from commission_node n left join commission_node p on p.id = n.parent_id
    where ${since}::date is null or n.valid_to is null or n.valid_to >= ${since}::date order by n.id`)

/** Runs changes of the organization one after the other: two concurrent ones could close a cycle together. */
export const lockOrganization = (tx: Tx): Promise<unknown> => lockKeys(tx, ['commission/organization'])

/** Refuses a position that makes somebody their own superior on any day, after the row is stored. @throws AppError INVALID at `parent_id` */
export async function refuseCycle({ tx, id }: Pick<SavedRecord, 'tx' | 'id'>): Promise<void> {
  await lockOrganization(tx)
  const positions = await readPositions(tx, null)
  const changed = positions.find((position) => position.id === id)
  if (changed && hasCycle(positions, changed)) throw validationError({ parent_id: message('commission:error.cycle') })
}
