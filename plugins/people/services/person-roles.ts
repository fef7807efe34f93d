import { type Ctx, extensionPoint, type Scope, type Sql, sql } from 'stoa'

/** Something a person is to the business, such as a customer or a contact. */
export interface PersonRole {
  /** Whether a person wears one that the actor sees, as part of a statement; undefined where the actor sees none. */
  shows?(ctx: Ctx, person: Sql): Sql | undefined
  /** Whether a person wears one that the actor does not see; undefined where the actor sees all. */
  hides?(ctx: Ctx, person: Sql): Sql | undefined
}

/** Whoever has persons wear a hat that not all staff see, or that shows persons another hat would hide. */
export const PERSON_ROLES = extensionPoint<PersonRole>('people/hats', {
  description: 'what persons are to the business: who is known by nothing but what somebody may not see is not seen by them',
})

/** Persons who are known by something the actor sees, or by nothing that is kept from them. */
export const visiblePersonsSql: Scope = (ctx) => visibleSql(ctx, sql`t.id`)

/** What is about such a person, or about nobody who is known. */
export const visiblePersonScope: Scope = (ctx) => visibleSql(ctx, sql`t.person_id`)

function visibleSql(ctx: Ctx, person: Sql): Sql | null {
  const hats = [...ctx.kernel.contributions(PERSON_ROLES).values()]
  const asked = (ask: 'shows' | 'hides') => hats.flatMap((role) => role[ask]?.(ctx, person) ?? [])
  const hidden = asked('hides')
  const any = (found: readonly Sql[]) => found.reduce((all, one) => sql`${all} or ${one}`, sql`false`)
  return hidden.length === 0 ? null : sql`(not (${any(hidden)}) or ${any(asked('shows'))})`
}

/**
 * Whether an address leads staff to a person, as part of a statement: it is the person's own, or the customer who typed it has proven it.
 * Anybody can type a former address, and would learn what the person is called and reached by today.
 */
export const leadsToPersonSql = ({ person, email, customer }: Record<'person' | 'email' | 'customer', Sql>): Sql =>
  sql`(exists (select from person k where k.id = ${person} and k.email = ${email})
    or exists (select from customer k where k.id = ${customer} and k.email_verified_at is not null))`

/** Whoever has an account is known by it to all who may read persons. */
export const accountRole: PersonRole = {
  shows: (_ctx, person) =>
    sql`exists (select from customer c where c.person_id = ${person} and ${leadsToPersonSql({ person, email: sql`c.email`, customer: sql`c.id` })})`,
}
