import { hasPermission, type Ctx, AppError, NOT_FOUND, sql, type Sql } from 'stoa'
import { verbPermission, scopeSql } from 'stoa/engine'
import type { PersonFacts } from '../admin-api-types.ts'

/** Hides persons the actor may not see, also merged ones. @throws AppError NOT_FOUND */
export async function assertVisiblePerson(ctx: Ctx, id: number): Promise<void> {
  const { db, registry } = ctx.kernel
  const visiblePerson = await db.one(sql`select 1 from person t where t.id = ${id} and ${scopeSql(ctx, registry.resource('person'))}`)
  if (!visiblePerson) throw new AppError(NOT_FOUND)
}

/** SQL: the accounts `t` the actor may read. */
const accounts = (ctx: Ctx): Sql =>
  hasPermission(ctx.actor, verbPermission('get', 'customer')) ? scopeSql(ctx, ctx.kernel.registry.resource('customer')) : sql`false`

/**
 * Identities and consent of a person, and for staff who may read accounts also their accounts and addresses. @throws
 * AppError NOT_FOUND
 */
export async function readPersonFacts(ctx: Ctx, id: number): Promise<PersonFacts> {
  await assertVisiblePerson(ctx, id)
  const { db } = ctx.kernel
  const person = await db.one<PersonFacts['person']>(sql`select id, email, erased_at from person where id = ${id}`)
  if (!person) throw new AppError(NOT_FOUND)
  const [identities, consents, customers, addresses] = await Promise.all([
    db.rows<PersonFacts['identities'][number]>(
      sql`select id, kind, value_norm as value, verified_at from person_identity where person_id = ${id} order by kind, id`,
    ),
    db.rows<PersonFacts['consents'][number]>(sql`
      select distinct on (address_norm, channel, topic) id, address_norm as address, channel, topic, state, reason, source, at
      from consent where person_id = ${id} order by address_norm, channel, topic, id desc`),
    db.rows<PersonFacts['customers'][number]>(
      sql`select t.id, t.email, t.enabled from customer t where t.person_id = ${id} and ${accounts(ctx)} order by t.id`,
    ),
    db.rows<PersonFacts['addresses'][number]>(sql`
      select a.id, a.first_name, a.last_name, a.country, a.contact_number, a.address, a.default_billing, a.default_shipping
      from customer_address a join customer t on t.id = a.customer_id where t.person_id = ${id} and ${accounts(ctx)} order by a.id`),
  ])
  return { person, identities, consents, customers, addresses }
}
