import type { Kernel } from '../context.ts'
import type { Tx } from '../db/transaction.ts'
import { relation } from '../model/graph.ts'
import { expandPermissions } from './expand-permissions.ts'
import { satisfies } from './permission.ts'
import { account, role } from './resources.ts'

/** A member of staff who has a permission. */
export interface PermittedStaff {
  id: number
  name: string
  /** An owner has every permission. */
  superuser: boolean
}

/** Enabled accounts that have a permission now, such as `update lead` or `get lead & update lead`, by id. Owners are among them. */
export async function findStaffWith(kernel: Kernel, needs: string, { query }: Pick<Tx, 'query'> = kernel): Promise<PermittedStaff[]> {
  const accounts = await query(account, { role: relation(role, { only: ['superuser', 'permission_list'] }) })
    .where('enabled', true)
    .orderBy('id')
  return accounts.flatMap(({ id, name, role: { superuser, permission_list } }) =>
    superuser || satisfies(expandPermissions(kernel.registry, permission_list), needs) ? [{ id, name, superuser }] : [],
  )
}

/** Those who have a permission by their role; owners only if nobody else has it. */
export function preferNonOwners(staff: readonly PermittedStaff[]): PermittedStaff[] {
  const others = staff.filter(({ superuser }) => !superuser)
  return others.length > 0 ? others : [...staff]
}
