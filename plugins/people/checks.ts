import { type Kernel, sql } from 'stoa'

const ids = async (kernel: Kernel, query: ReturnType<typeof sql>): Promise<string[]> =>
  (await kernel.db.rows<{ id: number }>(query)).map(({ id }) => `#${id}`)

/** Invariant checks of people, for `stoa doctor`. */
export const checks = {
  'every account belongs to a person that was not merged': (kernel: Kernel) =>
    ids(
      kernel,
      sql`select c.id from customer c left join person p on p.id = c.person_id where p.id is null or p.merged_into_id is not null order by c.id limit 50`,
    ),
  'the subscription flag of an account matches its latest consent': (kernel: Kernel) =>
    ids(
      kernel,
      sql`select c.id from customer c join lateral (
        select state from consent where address_norm = c.email and channel = 'email' and topic in ('marketing', '*') order by id desc limit 1
      ) latest on true where c.is_subscribe <> (latest.state = 'subscribed') order by c.id limit 50`,
    ),
  'erased persons have no data': (kernel: Kernel) =>
    ids(
      kernel,
      sql`select p.id from person p where p.erased_at is not null and (p.email is not null or p.first_name <> '' or p.last_name <> '' or p.phone is not null
        or exists (select 1 from person_identity i where i.person_id = p.id)) order by p.id limit 50`,
    ),
}
