import { type Kernel, sql, type Sql } from 'stoa'

const titles = async (kernel: Kernel, query: Sql): Promise<string[]> =>
  (await kernel.db.rows<{ title: string }>(query)).map(({ title }) => title)

/** Invariants of broadcasts. */
export const checks = {
  'a started broadcast has a row for each recipient': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select b.title from broadcast b where b.started_at is not null
        and b.to_send <> (select count(*) from broadcast_recipient r where r.broadcast_id = b.id) order by b.id limit 50`,
    ),
  'a finished broadcast has no pending recipients': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select b.title from broadcast b where b.status = 'sent'
        and exists (select from broadcast_recipient r where r.broadcast_id = b.id and r.status in ('pending', 'process')) order by b.id limit 50`,
    ),
  'no recipient is in progress for more than an hour': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select distinct b.title from broadcast_recipient r join broadcast b on b.id = r.broadcast_id
        where r.status = 'process' and r.claimed_at < now() - interval '1 hour' order by 1 limit 50`,
    ),
  'a scheduled broadcast starts within ten minutes of its send time': (kernel: Kernel) =>
    titles(
      kernel,
      sql`select title from broadcast where status = 'pending' and coalesce(send_at, updated_at) < now() - interval '10 minutes' order by id limit 50`,
    ),
}
