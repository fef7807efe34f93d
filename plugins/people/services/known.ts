import { type Db, Failed, NOT_FOUND, sql } from '#core'
import type { Known } from '../wire-admin.ts'

/** How somebody is known, what they agreed to, and where they live. @throws Failed NOT_FOUND, also for records that were merged */
export async function readKnown(db: Db, id: number): Promise<Known> {
  const person = await db.one<Known['person']>(sql`select id, email, erased_at from person where id = ${id} and merged_into_id is null`)
  if (!person) throw new Failed(NOT_FOUND)
  const [identities, consents, customers, addresses] = await Promise.all([
    db.rows<Known['identities'][number]>(
      sql`select id, kind, value_norm as value, verified_at from person_identity where person_id = ${id} order by kind, id`,
    ),
    db.rows<Known['consents'][number]>(sql`
      select distinct on (address_norm, channel, topic) id, address_norm as address, channel, topic, state, reason, source, at
      from consent where person_id = ${id} order by address_norm, channel, topic, id desc`),
    db.rows<Known['customers'][number]>(sql`select id, email, enabled from customer where person_id = ${id} order by id`),
    db.rows<Known['addresses'][number]>(sql`
      select a.id, a.first_name, a.last_name, a.country, a.contact_number, a.address, a.default_billing, a.default_shipping
      from customer_address a join customer c on c.id = a.customer_id where c.person_id = ${id} order by a.id`),
  ])
  return { person, identities, consents, customers, addresses }
}
