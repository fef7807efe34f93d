import { localizedSql, sql } from 'stoa'
import { stocksSql } from 'stoa/plugins/catalogue'
import { type CalendarSource, visibleRowsSql } from 'stoa/plugins/calendar'

interface Day {
  day: string
  name: string
  stock_count: number
  changed_at: string
}

/** Stock that expires, one calendar entry per day; the day's list shows the details. */
export const expiryDates: CalendarSource = {
  title: 'inventory:calendar.expiring',
  hue: 'brown',
  needs: 'get inventory',
  async read(ctx, { from, to, most }) {
    const days = await ctx.kernel.db.rows<Day>(sql`
      select t.expiry_date as day, min(${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)}) as name, count(distinct t.stock_id)::int as stock_count,
        max(t.updated_at) as changed_at
      from inventory t join (${stocksSql}) on s.id = t.stock_id
      where t.expiry_date >= ${from}::date and t.expiry_date < ${to}::date and t.quantity > 0 and t.visibled and p.deleted_at is null
        and ${visibleRowsSql(ctx, 'inventory')}
      group by t.expiry_date order by t.expiry_date limit ${most}`)
    const language = ctx.interfaceLanguage ?? ctx.language
    return days.map(({ day, name, stock_count, changed_at }) => ({
      id: day,
      title: ctx.kernel.i18n.t(language, 'inventory:calendar.expires', { count: stock_count, name, more: stock_count - 1 }),
      start: day,
      end: null,
      all_day: true,
      link: `inventories?expiry_date=${day}`,
      changed_at,
    }))
  },
}
