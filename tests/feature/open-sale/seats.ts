import { AppError, sql } from 'stoa'
import type { LineKind } from '../../../plugins/sales/index.ts'
import { OUT_OF_STOCK } from '../../../plugins/catalogue/index.ts'

/** Seats of shows: each show has a limited number, and an order reserves them. */
export const seats: LineKind = {
  read: () => ({
    from: sql` join show w on w.id = c.subject_id`,
    name: sql`w.title`,
    price: sql`w.price_minor`,
    available: sql`(w.seats - w.held)::int`,
    handover: 'later',
    link: sql`'/show/' || w.id`,
  }),
  async reserve(tx, document, items) {
    if (await tx.one(sql`select 1 from seat where order_id = ${document.id} and quantity > 0`)) return
    // Locks shows in order of their ids, to avoid a deadlock.
    for (const { subject_id, quantity, line_id } of [...items].sort((a, b) => a.subject_id - b.subject_id)) {
      const reservedCount = await tx.run(
        sql`update show set held = held + ${quantity} where id = ${subject_id} and seats - held >= ${quantity}`,
      )
      if (reservedCount === 0) throw new AppError(OUT_OF_STOCK)
      await tx.run(
        sql`insert into seat (order_id, line_id, show_id, quantity) values (${document.id}, ${line_id}, ${subject_id}, ${quantity})
          on conflict (order_id, line_id) do update set quantity = excluded.quantity`,
      )
    }
  },
  async release(tx, document, units) {
    const released = await tx.rows<{ show_id: number; quantity: number }>(
      sql`with given as (select s.line_id, least(s.quantity, u.quantity) as n
          from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(line_id bigint, quantity int) join seat s on s.line_id = u.line_id
          where s.order_id = ${document.id} for update of s)
        update seat s set quantity = s.quantity - g.n from given g where s.line_id = g.line_id and g.n > 0 returning s.show_id, g.n as quantity`,
    )
    for (const { show_id, quantity } of released) await tx.run(sql`update show set held = held - ${quantity} where id = ${show_id}`)
  },
}
