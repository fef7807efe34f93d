import { basic, type Ctx, type Period, sql, type Sql } from 'stoa'
import { methodTitleSql } from 'stoa/plugins/payments'
import type { Report } from 'stoa/plugins/reports'
import { ownStoresScope } from 'stoa/plugins/stores'
import { posRules } from '../settings.ts'

/**
 * SQL: what each payment, each cash movement and each count contributes to a session. Sessions count on the business day they were opened.
 * The expected cash is that of the count, so it is hidden until the drawer was counted.
 */
function sessionEntriesSql(ctx: Ctx, { from, to }: Period): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const { cash_method } = ctx.kernel.settings.of(posRules)
  const session = sql`s.day, s.id as session_id, s.number, s.store_id, s.register_id`
  return sql`
    with s as (
      select t.id, t.number, t.store_id, t.register_id, (t.opened_at at time zone ${zone})::date as day, t.expected_minor, t.counted_minor, t.difference_minor
      from pos_session t where t.opened_at >= ${from}::date::timestamp at time zone ${zone} and t.opened_at < (${to}::date + 1)::timestamp at time zone ${zone}
        and ${ownStoresScope(ctx) ?? sql`true`})
    select 'payment ' || p.id as id, ${session}, p.method, k.kind as entry, k.number as ticket, k.order_id, 0 as opening, greatest(p.amount_minor, 0) as sales,
      greatest(-p.amount_minor, 0) as refunds, 0 as cash_in, 0 as cash_out, null::bigint as expected, null::bigint as counted, null::bigint as difference
    from s join pos_ticket k on k.session_id = s.id join pos_payment p on p.ticket_id = k.id
    union all
    select 'cash ' || c.id, ${session}, ${cash_method}, c.kind, null, null, case when c.kind = 'float' then c.amount_minor else 0 end, 0, 0,
      case when c.kind = 'in' then c.amount_minor else 0 end, case when c.kind in ('out', 'drop') then -c.amount_minor else 0 end, null, null, null
    from s join pos_cash c on c.session_id = s.id where c.kind in ('float', 'in', 'out', 'drop')
    union all
    select 'count ' || s.id, ${session}, ${cash_method}, 'count', null, null, 0, 0, 0, 0, 0, s.expected_minor, s.counted_minor, s.difference_minor
    from s where s.counted_minor is not null`
}

/** Register sessions by payment method: opening float, sales, refunds, cash movements, and the count of the drawer. */
export const sessionReport: Report = {
  title: 'pos:report.sessions',
  order: 35,
  needs: 'get pos session',
  dated: 'period',
  facts: sessionEntriesSql,
  dimensions: {
    session: { title: 'pos:report.session', column: 'session_id', of: 'pos_session' },
    method: {
      title: 'pos:report.method',
      column: 'method',
      label: (ctx, key) => {
        const { cash_method } = ctx.kernel.settings.of(posRules)
        const cash = ctx.kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, 'pos:receipt.cash')
        return sql`case when ${key} = ${cash_method} then ${cash} else ${methodTitleSql(ctx, key)} end`
      },
    },
    register: { title: 'pos:report.register', column: 'register_id', of: 'pos_register' },
    store: { title: 'pos:report.store', column: 'store_id', of: 'store' },
  },
  measures: {
    opening: { title: 'pos:report.opening', type: 'money', sum: 'opening' },
    sales: { title: 'pos:report.sales', type: 'money', sum: 'sales' },
    refunds: { title: 'pos:report.refunds', type: 'money', sum: 'refunds' },
    cash_in: { title: 'pos:report.cash_in', type: 'money', sum: 'cash_in' },
    cash_out: { title: 'pos:report.cash_out', type: 'money', sum: 'cash_out' },
    expected: { title: 'pos:report.expected', type: 'money', sum: 'expected' },
    counted: { title: 'pos:report.counted', type: 'money', sum: 'counted' },
    difference: { title: 'pos:report.difference', type: 'money', sum: 'difference' },
  },
  groupBy: ['session', 'method'],
  chart: { kind: 'column', measures: ['sales', 'refunds'] },
  rows: [
    { title: 'pos:report.day', column: 'day', type: 'day' },
    { title: 'pos:report.session', column: 'number', type: 'text' },
    { title: 'pos:report.entry', column: 'entry', type: 'text', messages: 'pos:report.entry_' },
    { title: 'pos:report.ticket', column: 'ticket', type: 'text' },
  ],
  link: sql`'order/' || f.order_id`,
}
