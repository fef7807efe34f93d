import { lockKeys, message, type SavedRecord, sql, validationError } from 'stoa'

/**
 * Refuses a cycle in the manager tree, after the row is stored. The advisory lock runs changes of managers one after the other, because
 * two concurrent ones could close a cycle together. Each statement sees what other transactions committed before it.
 */
export async function refuseManagerCycle({ tx, id, input }: Pick<SavedRecord, 'tx' | 'id' | 'input'>): Promise<void> {
  if (input.manager_id === undefined || input.manager_id === null) return
  await lockKeys(tx, ['hr/manager tree'])
  const cycle = await tx.one(sql`
    with recursive up as (
      select e.manager_id as id from hr_employee e where e.id = ${id}
      union select e.manager_id from hr_employee e join up on e.id = up.id)
    select 1 from up where id = ${id}`)
  if (cycle) throw validationError({ manager_id: message('hr:error.manager_cycle') })
}
