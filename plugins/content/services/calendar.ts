import { type Ctx, localizedSql, sql } from 'stoa'
import { type CalendarSource, parseEntryId, visibleRowsSql, type SourceEntry, getStart, type Target } from 'stoa/plugins/calendar'

const change = (ctx: Ctx, resource: string, id: string, values: Record<string, unknown>, { version }: Target) =>
  ctx.kernel.resources.update(ctx, resource, parseEntryId(id), { ...values, ...(version === null ? {} : { version }) })

/** Calendar entries of articles, on their publication date. */
const articles: CalendarSource = {
  title: 'content:calendar.articles',
  hue: 'lime',
  needs: 'get article',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${localizedSql(sql`t.title`, ctx.language, ctx.mainLanguage)} as title, t.show_date as start, null as "end", true as all_day,
        case when t.visibled then 'published' else 'disabled' end as status, 'blog/article/edit/' || t.id as link, true as movable,
        t.version, t.updated_at as changed_at
      from article t where t.show_date >= ${from}::date and t.show_date < ${to}::date and ${visibleRowsSql(ctx, 'article')}
      order by t.show_date, t.id limit ${most}`),
  move: { needs: 'update article', by: 'day', run: (ctx, id, to) => change(ctx, 'article', id, { show_date: to.start }, to) },
}

/** Calendar entries of landing pages, at their publication time. A published one cannot be moved. */
const landingPages: CalendarSource = {
  title: 'content:calendar.landing_pages',
  hue: 'slate',
  needs: 'get landing page',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, t.name as title, t.published_at as start, null as "end", false as all_day, t.status,
        'landing-page/edit/' || t.id as link, t.status in ('draft', 'pending') as movable, t.version, t.updated_at as changed_at
      from landing_page t where t.published_at >= ${getStart(ctx, from)} and t.published_at < ${getStart(ctx, to)} and ${visibleRowsSql(ctx, 'landing_page')}
      order by t.published_at, t.id limit ${most}`),
  move: {
    needs: 'update landing page',
    by: 'moment',
    run: (ctx, id, to) => change(ctx, 'landing_page', id, { published_at: to.start }, to),
  },
}

/** Calendar entries of announcements, over their period. One without an end is shown on its first day. */
const announcements: CalendarSource = {
  title: 'content:calendar.announcements',
  hue: 'blue',
  needs: 'get announcement',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${localizedSql(sql`t.title`, ctx.language, ctx.mainLanguage)} as title, t.starts_at as start, t.ends_at as "end", false as all_day, t.status,
        'announcement/view/' || t.id as link, true as movable, t.version, t.updated_at as changed_at
      from announcement t
      where t.starts_at < ${getStart(ctx, to)} and coalesce(t.ends_at, t.starts_at) >= ${getStart(ctx, from)} and ${visibleRowsSql(ctx, 'announcement')}
      order by t.starts_at, t.id limit ${most}`),
  move: {
    needs: 'update announcement',
    by: 'moment',
    run: (ctx, id, to) => change(ctx, 'announcement', id, { starts_at: to.start, ...(to.end === null ? {} : { ends_at: to.end }) }, to),
  },
}

/** Calendar sources of this plugin. */
export const publishing = { articles, landing_pages: landingPages, announcements }
