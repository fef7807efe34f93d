import { sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { ownScope } from './scope.ts'

/** Commissions by staff and group. Entries count on the day they were earned; the base is that of direct entries, less refunds. */
export const commissionReport: Report = {
  title: 'commission:report.commission',
  order: 60,
  needs: 'get commission report',
  dated: 'period',
  facts: (ctx, { from, to }) => sql`
    select t.id, t.earned_at as day, t.admin_id, t.group_id, t.kind, t.order_id, t.order_number,
      case when t.kind = 'direct' or t.reverses = 'direct' then t.base_amount_minor else 0 end as base,
      case when t.kind = 'reversal' then 0 else t.amount_minor end as amount,
      case when t.kind = 'reversal' then t.amount_minor else 0 end as reversal,
      t.amount_minor as total,
      case when t.status in ('approved', 'paid') then t.amount_minor else 0 end as settled,
      case when t.status = 'pending' then t.amount_minor else 0 end as outstanding
    from commission_entry t
    where t.status <> 'canceled' and t.earned_at between ${from}::date and ${to}::date and ${ownScope(ctx) ?? sql`true`}`,
  dimensions: {
    staff: { title: 'commission:report.staff', column: 'admin_id', of: 'account' },
    group: { title: 'commission:report.group', column: 'group_id', of: 'commission_group' },
    kind: { title: 'commission:commission_entry.kind', column: 'kind', messages: 'commission:commission_entry.kind_' },
  },
  measures: {
    base: { title: 'commission:report.base', type: 'money', sum: 'base' },
    amount: { title: 'commission:report.amount', type: 'money', sum: 'amount' },
    reversal: { title: 'commission:report.reversal', type: 'money', sum: 'reversal' },
    total: { title: 'commission:report.total', type: 'money', sum: 'total' },
    settled: { title: 'commission:report.settled', type: 'money', sum: 'settled' },
    outstanding: { title: 'commission:report.outstanding', type: 'money', sum: 'outstanding' },
  },
  groupBy: ['staff', 'group'],
  chart: { kind: 'bar', measures: ['settled', 'outstanding'], stacked: true },
  rows: [
    { title: 'commission:commission_entry.earned_at', column: 'day', type: 'day' },
    { title: 'commission:commission_entry.order_number', column: 'order_number', type: 'text' },
    { title: 'commission:commission_entry.kind', column: 'kind', type: 'text', messages: 'commission:commission_entry.kind_' },
  ],
  link: sql`'order/' || f.order_id`,
}
