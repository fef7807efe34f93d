import { id, join, type Kernel, sql, type Sql } from '#core'
import { APPROVABLES } from './approvables.ts'

/** Whether the role `role` holds what a need such as `approve po | update po` says. */
function holds(needs: string, role: Sql): Sql {
  const ways = needs.split('|').map((all) => all.split('&').map((one) => one.trim()))
  return sql`(${role}.superuser or ${join(
    ways.map((all) => sql`${role}.permission_list @> ${all}::text[]`),
    ' or ',
  )})`
}

/** Whether the role `role` may decide about requests of a kind; never for one nobody offers at this moment. */
export function mayDecide({ offers }: Pick<Kernel, 'offers'>, kind: Sql, role: string): Sql {
  const ways = [...offers(APPROVABLES)].map(([name, { needs }]) => sql`when ${name} then ${holds(needs, id(role))}`)
  return ways.length === 0 ? sql`false` : sql`(case ${kind} ${join(ways, ' ')} else false end)`
}

/** Delegations `d` that are in force today. */
export const inForce = sql`d.revoked_at is null and (select business_day()) between d.starts_on and d.ends_on`

/**
 * Seats from which an account may decide the step `s` of the request `r`: `m` is the account, `h` whose seat it is, which is its
 * own or that of somebody who is away and said so. Read from the database, so that a right that is gone counts for nothing at once.
 * Neither may have asked, and both hold the owner's permission: nobody hands on what he lacks. A super role stands for every role.
 */
export const seats = (kernel: Kernel, me: Sql): Sql => sql`
  from account m join role mr on mr.id = m.role_id, account h join role hr on hr.id = h.role_id
  where m.id = ${me} and m.enabled and h.enabled
    and (h.id = m.id or exists (select 1 from approval_delegation d where d.giver_id = h.id and d.deputy_id = m.id and ${inForce}))
    and (hr.superuser or hr.id = s.role_id)
    and not (m.id = any(r.own_ids)) and not (h.id = any(r.own_ids))
    and ${mayDecide(kernel, sql`r.kind`, 'mr')} and ${mayDecide(kernel, sql`r.kind`, 'hr')}`

/** Whether an account may decide the step `s` of the request `r`, as far as who it is goes. */
export const hasSeat = (kernel: Kernel, me: Sql): Sql => sql`exists (select 1 ${seats(kernel, me)})`
