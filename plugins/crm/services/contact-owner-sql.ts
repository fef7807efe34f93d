import { type Sql, sql } from 'stoa'

/** SQL: the account that owns the contact of a person; null for none. */
export const contactOwnerSql = (personId: Sql): Sql => sql`(
  select c.owner_id from crm_contact c where c.person_id = ${personId} and c.merged_into_id is null and c.owner_id is not null order by c.id limit 1)`
