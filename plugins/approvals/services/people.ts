import { account, type Db, expandPermissions, type Kernel, role, satisfies, sql, type Tx } from 'stoa'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'

type Reader = Pick<Tx, 'query'>

/** A member of staff with the current permissions of their role. */
export interface Person {
  id: number
  name: string
  email: string
  role_id: number
  superuser: boolean
  permissions: readonly string[]
}

/** Staff who may sign in, all or by id, with current permissions. */
export async function findStaff({ query }: Reader | Kernel, ids?: readonly number[]): Promise<Person[]> {
  const accountQuery = query(account, { role }).where('enabled', true).orderBy('id')
  const rows = await (ids ? accountQuery.whereIn('id', [...ids]) : accountQuery)
  return rows.map(({ id, name, email, role_id, role: accountRole }) => ({
    id,
    name,
    email,
    role_id,
    superuser: accountRole.superuser,
    permissions: accountRole.permission_list,
  }))
}

/** Names of accounts, including disabled ones. */
export async function readNames({ query }: Reader | Kernel, ids: readonly (number | null)[]): Promise<ReadonlyMap<number | null, string>> {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))]
  if (uniqueIds.length === 0) return new Map()
  const rows = await query(account, {}).whereIn('id', uniqueIds)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Document types that a person has the permission for. */
export function listKinds(
  { contributions, registry }: Pick<Kernel, 'contributions' | 'registry'>,
  { superuser, permissions }: Pick<Person, 'superuser' | 'permissions'>,
): string[] {
  const granted = expandPermissions(registry, permissions)
  return [...contributions(APPROVABLE_DOCUMENTS)].filter(([, { needs }]) => superuser || satisfies(granted, needs)).map(([name]) => name)
}

/** Delegations that are active today. */
export const delegatedSql = (db: Db, deputy?: number): Promise<{ giver: number; deputy: number; until: string }[]> =>
  db.rows(sql`select giver_id as giver, deputy_id as deputy, max(ends_on)::text as until from approval_delegation
    where revoked_at is null and (select business_day()) between starts_on and ends_on ${deputy === undefined ? sql`` : sql`and deputy_id = ${deputy}`}
    group by giver_id, deputy_id order by giver_id, deputy_id`)
