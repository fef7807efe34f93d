import { basic, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { Report } from 'stoa/plugins/reports'

/** Repairs by status and month, under `contributions` in `plugin.ts`: `contribute(REPORTS, 'repairs', repairReport)`. */
export const repairReport: Report = {
  title: 'repair:report.repairs',
  order: 100,
  needs: 'get repair',
  dated: 'period',
  facts: (ctx, { from, to }) => {
    const zone = ctx.kernel.settings.of(basic).time_zone
    const visible = scopeSql(ctx, ctx.kernel.registry.resource('repair'))
    return sql`select t.id, (t.created_at at time zone ${zone})::date as day, t.name, t.status, t.owner_id, t.price_minor as price
      from repair t where (t.created_at at time zone ${zone})::date between ${from}::date and ${to}::date and ${visible}`
  },
  dimensions: {
    status: { title: 'repair:repair.status', column: 'status', messages: 'core:status.' },
    owner: { title: 'repair:repair.owner_id', column: 'owner_id', of: 'account' },
  },
  measures: {
    repairs: { title: 'repair:repair._plural', type: 'count', distinct: 'id' },
    price: { title: 'repair:repair.price', type: 'money', sum: 'price' },
    average: { title: 'repair:report.average', type: 'money', ratio: ['price', 'repairs'] },
  },
  groupBy: ['status'],
  chart: { kind: 'bar', measures: ['price'] },
  rows: [{ title: 'repair:repair.name', column: 'name', type: 'text' }],
  link: sql`'repair/edit/' || f.id`,
}
