import { type Actor, type Kernel, sql, type Sql, type Tx } from 'stoa'
import { delegatedSql, listKinds, type Person, findStaff } from './people.ts'

/** A capacity in which somebody decides: document types, the role of the step (null: all roles), and its holder. */
export interface DeciderRole {
  kind: string
  role: number | null
  holder: number
}

/**
 * All capacities of a person: their own, and those of absent people who have delegated to them. Both must have the permission, because
 * nobody can delegate a permission they lack.
 */
export function listRolesAmong(kernel: Kernel, me: Person, givers: readonly Person[]): DeciderRole[] {
  const mine = new Set(listKinds(kernel, me))
  return [me, ...givers].flatMap((holder) =>
    listKinds(kernel, holder)
      .filter((kind) => mine.has(kind))
      .map((kind) => ({ kind, role: holder.superuser ? null : holder.role_id, holder: holder.id })),
  )
}

/** The capacities of the actor, read now; within a transaction if one is given. */
export async function listDeciderRoles(kernel: Kernel, actor: Actor, tx?: Tx): Promise<DeciderRole[]> {
  if (actor.kind !== 'admin') return []
  const delegated = await delegatedSql(tx ?? kernel.db, actor.id)
  const people = await findStaff(tx ?? kernel, [actor.id, ...delegated.map(({ giver }) => giver)])
  const me = people.find(({ id }) => id === actor.id)
  return me
    ? listRolesAmong(
        kernel,
        me,
        people.filter((person) => person !== me),
      )
    : []
}

/** The capacities that decide the step `s` of the request `r`: `q.holder`. Neither the actor nor the holder may be the requester. */
export const deciderRoleSql = (seats: readonly DeciderRole[], me: Sql): Sql => sql`
  from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as q(kind text, role bigint, holder bigint)
  where q.kind = r.kind and (q.role is null or q.role = s.role_id) and not coalesce(${me} = any(r.own_ids), false) and not (q.holder = any(r.own_ids))`

export const mayDecide = (seats: readonly DeciderRole[], me: Sql): Sql => sql`exists (select 1 ${deciderRoleSql(seats, me)})`
