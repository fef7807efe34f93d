import { type Kernel, sql } from 'stoa'
import { ORDERS } from 'stoa/plugins/sales'

/** Invariant checks of tickets and till sessions. */
export const checks: Record<string, (kernel: Kernel) => Promise<string[]>> = {
  'the cash of a ticket lies in a drawer': ({ db }) =>
    findNames(
      db.rows<{ number: string }>(sql`select k.number from pos_ticket k
        join lateral (select coalesce(sum(amount_minor), 0) as amount from pos_payment p where p.ticket_id = k.id) p on true
        where (k.kind <> 'return' and p.amount <> k.total_minor) or (k.kind = 'return' and p.amount not in (0, k.total_minor))`),
    ),
  'what a closed drawer was expected to hold is the sum of its ledger': ({ db }) =>
    findNames(
      db.rows<{ number: string }>(sql`select s.number from pos_session s where s.status = 'completed' and s.expected_minor is distinct from
        (select coalesce(sum(amount_minor), 0) from pos_cash c where c.session_id = s.id)`),
    ),
  'the order of a ticket is there and paid': async (kernel) => {
    const rows = await kernel.db.rows<{ number: string; order_number: string }>(
      sql`select number, order_number from pos_ticket where order_id is not null order by id desc limit 10000`,
    )
    const unpaid = new Set(['draft', 'pending', 'payment_review', 'payment_reject'])
    const orders = await kernel.get(ORDERS).findByNumbers(
      kernel.db,
      rows.map((row) => row.order_number),
    )
    const found = new Set(orders.filter(({ status }) => !unpaid.has(status)).map((order) => order.number))
    return rows.flatMap(({ number, order_number }) => (found.has(order_number) ? [] : [number]))
  },
}

const findNames = async (rows: Promise<{ number: string }[]>): Promise<string[]> => (await rows).map(({ number }) => number)
