import { type Kernel, sql } from 'stoa'

/** Invariants of applications, for `stoa doctor`. */
export const checks = {
  'only what was agreed to has an order': async ({ db }: Kernel) =>
    (
      await db.rows<{ number: string }>(
        sql`select number from application where status in ('pending', 'rejected') and order_id is not null order by id limit 20`,
      )
    ).map((r) => `application ${r.number} has an order and no yes`),
  'what is worked on is paid': async ({ db }: Kernel) =>
    (
      await db.rows<{ number: string }>(
        sql`select number from application where status in ('paid', 'processing', 'completed') and order_id is null order by id limit 20`,
      )
    ).map((r) => `application ${r.number} is worked on without an order`),
}
