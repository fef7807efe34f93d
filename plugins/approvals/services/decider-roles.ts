import { type Actor, type Kernel, sql, type Sql, type Tx } from 'stoa'
import { delegatedSql, listKinds, type Person, findStaff } from './people.ts'

/** From where somebody decides: which kinds, which role's steps (null: every role's), and whose seat it is. */
export interface DeciderRole {
  kind: string
  role: number | null
  holder: number
}

/** All seats of some people: one's own, and those of who is away and handed theirs on. Both hold the permission: nobody hands on what he lacks. */
export function listRolesAmong(kernel: Kernel, me: Person, givers: readonly Person[]): DeciderRole[] {
  const mine = new Set(listKinds(kernel, me))
  return [me, ...givers].flatMap((holder) =>
    listKinds(kernel, holder)
      .filter((kind) => mine.has(kind))
      .map((kind) => ({ kind, role: holder.superuser ? null : holder.role_id, holder: holder.id })),
  )
}

/** The seats of an actor, read at this moment; in a transaction where one is given. */
export async function listDeciderRoles(kernel: Kernel, actor: Actor, tx?: Tx): Promise<DeciderRole[]> {
  if (actor.kind !== 'admin') return []
  const given = await delegatedSql(tx ?? kernel.db, actor.id)
  const people = await findStaff(tx ?? kernel, [actor.id, ...given.map(({ giver }) => giver)])
  const me = people.find(({ id }) => id === actor.id)
  return me
    ? listRolesAmong(
        kernel,
        me,
        people.filter((one) => one !== me),
      )
    : []
}

/** Whose seats decide the step `s` of the request `r`: `q.holder`. Neither who sits there nor whose seat it is may have asked. */
export const deciderRoleSql = (seats: readonly DeciderRole[], me: Sql): Sql => sql`
  from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as q(kind text, role bigint, holder bigint)
  where q.kind = r.kind and (q.role is null or q.role = s.role_id) and not coalesce(${me} = any(r.own_ids), false) and not (q.holder = any(r.own_ids))`

export const mayDecide = (seats: readonly DeciderRole[], me: Sql): Sql => sql`exists (select 1 ${deciderRoleSql(seats, me)})`
