const STANDING = `('draft', 'pending', 'approved', 'present', 'absent', 'completed', 'abnormal')`

/** Invariants of an idle shop, whatever happened to its processes. Each query answers the violating rows. */
export const invariants: Record<string, string> = {
  'places taken at a time are those of its bookings': `select s.id::text as what from booking_session s
    where s.taken <> (select coalesce(sum(b.quantity), 0) from booking b where b.session_id = s.id and b.status in ${STANDING})`,
  'no time has more bookings than places': 'select id::text as what from booking_session where taken > capacity',
  'nobody is at two appointments at once': `select a.id || ' ' || b.id as what from booking_session a join booking_session b on b.lane = a.lane and b.id > a.id
    and b.busy && a.busy where a.taken > 0 and b.taken > 0`,
  'every captured cent belongs to a booking that stands, to a refund, or is before staff': `
    select o.order_number as what from sales_order o
    cross join lateral (select coalesce(sum(t.amount_minor), 0) as got from payment p join payment_transaction t on t.payment_id = p.id
      where p.document_type = 'order' and p.document_id = o.id and t.kind = 'capture') m
    cross join lateral (select coalesce(sum(l.total_minor), 0) as stands from booking b join order_line l on l.id = b.order_line_id
      where b.order_id = o.id and b.status in ${STANDING}) b
    cross join lateral (select coalesce(sum(r.amount_minor), 0) as back from refund r where r.order_id = o.id and r.status not in ('rejected', 'canceled')) r
    where m.got <> o.paid_minor or (m.got > 0 and m.got <> b.stands + r.back
      and not exists (select 1 from money_inbox i where i.document_type = 'order' and i.document_id = o.id and i.status = 'pending'))`,
  'whoever has a place that costs something has paid for it': `
    select b.number as what from booking b join sales_order o on o.id = b.order_id where b.status = 'approved' and o.paid_minor < o.total_minor`,
  'money that finds no place is in the inbox, with a refund at hand': `
    select o.order_number as what from sales_order o where o.status = 'abnormal' and o.abnormal_kind = 'late'
      and not (exists (select 1 from money_inbox i where i.document_type = 'order' and i.document_id = o.id and i.reason = 'late')
        and exists (select 1 from refund r where r.order_id = o.id and r.amount_minor = o.paid_minor))`,
  'no job has given up': `select task_identifier || ': ' || last_error as what from graphile_worker.jobs
    where attempts >= max_attempts and last_error is not null`,
}
