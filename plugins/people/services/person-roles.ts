import { type Ctx, extensionPoint, type Scope, type Sql, sql } from 'stoa'

/** A role of a person in the business, such as customer or contact. */
export interface PersonRole {
  /** SQL: whether a person has a role visible to the actor; undefined if the actor sees none. */
  shows?(ctx: Ctx, person: Sql): Sql | undefined
  /** SQL: whether a person has a role hidden from the actor; undefined if the actor sees all. */
  hides?(ctx: Ctx, person: Sql): Sql | undefined
}

/** Roles of persons that not all staff may see, or that make persons visible whom another role would hide. */
export const PERSON_ROLES = extensionPoint<PersonRole>('people/person-roles', {
  description: 'roles of persons; a person whose roles are all hidden from a member of staff is hidden too',
})

/** Persons with a visible role, or without any hidden role. */
export const visiblePersonsSql: Scope = (ctx) => visibleSql(ctx, sql`t.id`)

/** Rows of such a person, or without a person. */
export const visiblePersonScope: Scope = (ctx) => visibleSql(ctx, sql`t.person_id`)

function visibleSql(ctx: Ctx, person: Sql): Sql | null {
  const roles = [...ctx.kernel.contributions(PERSON_ROLES).values()]
  const collectConditions = (ask: 'shows' | 'hides') => roles.flatMap((role) => role[ask]?.(ctx, person) ?? [])
  const hidden = collectConditions('hides')
  const any = (found: readonly Sql[]) => found.reduce((all, condition) => sql`${all} or ${condition}`, sql`false`)
  return hidden.length === 0 ? null : sql`(not (${any(hidden)}) or ${any(collectConditions('shows'))})`
}

/**
 * SQL: whether staff may get from an address to a person: it is the person's own, or verified by the customer who
 * entered it. Otherwise anybody could enter a former address and learn the person's current name and contact details.
 */
export const leadsToPersonSql = ({ person, email, customer }: Record<'person' | 'email' | 'customer', Sql>): Sql =>
  sql`(exists (select from person k where k.id = ${person} and k.email = ${email})
    or exists (select from customer k where k.id = ${customer} and k.email_verified_at is not null))`

/** The role of account holders, visible to all who may read persons. */
export const accountRole: PersonRole = {
  shows: (_ctx, person) =>
    sql`exists (select from customer c where c.person_id = ${person} and ${leadsToPersonSql({ person, email: sql`c.email`, customer: sql`c.id` })})`,
}
