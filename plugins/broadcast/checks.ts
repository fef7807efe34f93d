import { type Kernel, sql, type Sql } from 'stoa'

const titles = async (kernel: Kernel, query: Sql): Promise<string[]> =>
  (await kernel.db.rows<{ title: string }>(query)).map(({ title }) => title)

/** Invariants of broadcasts. */
export const checks = {
  'a broadcast that went out has as many rows as it was to have': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select b.title from broadcast b where b.started_at is not null
        and b.to_send <> (select count(*) from broadcast_recipient r where r.broadcast_id = b.id) order by b.id limit 50`,
    ),
  'of a broadcast that is over nobody waits': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select b.title from broadcast b where b.status = 'sent'
        and exists (select from broadcast_recipient r where r.broadcast_id = b.id and r.status in ('pending', 'process')) order by b.id limit 50`,
    ),
  'nobody is being sent to for an hour': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select distinct b.title from broadcast_recipient r join broadcast b on b.id = r.broadcast_id
        where r.status = 'process' and r.claimed_at < now() - interval '1 hour' order by 1 limit 50`,
    ),
  'what is planned begins within ten minutes of its moment': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select title from broadcast where status = 'pending' and coalesce(send_at, updated_at) < now() - interval '10 minutes' order by id limit 50`,
    ),
}
