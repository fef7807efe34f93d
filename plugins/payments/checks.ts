import { type Kernel, sql } from 'stoa'

/** Invariant checks of payments. */
export const checks = {
  'no payment was refunded by more than was captured': async ({ db }: Kernel) =>
    (
      await db.rows<{ reference: string }>(sql`
    select p.reference from payment p join payment_transaction t on t.payment_id = p.id group by p.id
    having sum(case t.kind when 'refund' then t.amount_minor else 0 end) > sum(case t.kind when 'capture' then t.amount_minor else 0 end) limit 20`)
    ).map((r) => r.reference),
  'a paid attempt has a capture in the ledger': async ({ db }: Kernel) =>
    (
      await db.rows<{ reference: string }>(sql`
    select p.reference from payment p where p.status = 'paid' and p.amount_minor > 0
      and not exists (select 1 from payment_transaction t where t.payment_id = p.id and t.kind = 'capture') limit 20`)
    ).map((r) => r.reference),
  'an abnormal attempt has an unmatched payment': async ({ db }: Kernel) =>
    (
      await db.rows<{ reference: string }>(sql`
    select p.reference from payment p where p.status = 'abnormal' and not exists (select 1 from money_inbox i where i.payment_id = p.id) limit 20`)
    ).map((r) => r.reference),
}
