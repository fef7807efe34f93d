import { type Ctx, localizedSql, sql } from 'stoa'
import { type CalendarSource, getStart, parseEntryId, type SourceEntry, type Target, visibleRowsSql } from 'stoa/plugins/calendar'
import { promotion } from '../resources/promotion.ts'

/** Moves the period of a promotion. One without a start is shown at its end, so that moves. */
async function movePeriod(ctx: Ctx, id: number, { start, end, version }: Target): Promise<void> {
  const { starts_at } = await ctx.kernel.resources.get(ctx, promotion, id)
  const period = starts_at === null ? { ends_at: start } : { starts_at: start, ...(end === null ? {} : { ends_at: end }) }
  await ctx.kernel.resources.update(ctx, promotion, id, { ...period, ...(version === null ? {} : { version }) })
}

/** Calendar entries of promotions over their period. One with a single date is shown at that time. */
export const promotionPeriods: CalendarSource = {
  title: 'promotion:calendar.promotions',
  hue: 'indigo',
  needs: 'get promotion',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${localizedSql(sql`t.title`, ctx.language, ctx.mainLanguage)} as title, coalesce(t.starts_at, t.ends_at) as start,
        case when t.starts_at is not null then t.ends_at end as "end", false as all_day, t.status, 'promotion/edit/' || t.id as link,
        true as movable, t.version, t.updated_at as changed_at
      from promotion t
      where t.status <> 'disabled' and coalesce(t.starts_at, t.ends_at) < ${getStart(ctx, to)}
        and coalesce(t.ends_at, t.starts_at) >= ${getStart(ctx, from)} and ${visibleRowsSql(ctx, 'promotion')}
      order by coalesce(t.starts_at, t.ends_at), t.id limit ${most}`),
  move: { needs: 'update promotion', by: 'moment', run: (ctx, id, target) => movePeriod(ctx, parseEntryId(id), target) },
}
