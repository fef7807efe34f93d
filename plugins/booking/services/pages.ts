import { basic, type Ctx, AppError, formatMoney, NOT_FOUND, richToHtml, selectPublicFields, type Sql, sql } from 'stoa'
import { FORMS } from 'stoa/plugins/forms'
import { findBuyerById } from 'stoa/plugins/people'
import { getCustomerId } from 'stoa/plugins/sales'
import { dayAfter, toWallTime } from '../domain/clock.ts'
import { isPreview } from './preview.ts'
import type { CategoryCard, CategoryPage, EventCard, EventPage } from '../api-types.ts'

const say = (ctx: Ctx, column: Sql) => sql`coalesce(${column}->>${ctx.language}, ${column}->>${ctx.mainLanguage}, '')`

/** SQL: whether an event is public; `e` is the event and `c` its category, if any. */
export const shownSql = sql`(e.visibled and coalesce(c.visibled, true))`

const cardColumns = (
  ctx: Ctx,
) => sql`e.id, ${say(ctx, sql`e.title`)} as title, e.url, e.kind, ${say(ctx, sql`e.short_description`)} as short_description,
  ${say(ctx, sql`e.location`)} as location, e.image, e.price_minor as price, e.duration`

type CardRow = Omit<EventCard, 'price'> & { price: number }

const card = <R extends CardRow>({ short_description, price, ...row }: R) => ({
  ...row,
  short_description: richToHtml(short_description),
  price: formatMoney(price),
})

/** Most events on a page. */
const MOST = 200

/** Public events in order, of one category or of all. */
export async function listEventCards(ctx: Ctx, category?: number): Promise<EventCard[]> {
  const rows = await ctx.kernel.db
    .rows<CardRow>(sql`select ${cardColumns(ctx)} from event e left join event_category c on c.id = e.category_id
    where ${shownSql} and ${category === undefined ? sql`true` : sql`e.category_id = ${category}`} order by e."order", e.id limit ${MOST}`)
  return rows.map(card)
}

const categoryColumns = (ctx: Ctx) =>
  sql`c.id, ${say(ctx, sql`c.title`)} as title, c.url, ${say(ctx, sql`c.short_description`)} as short_description, c.image`

/** Public categories. */
export async function listCategories(ctx: Ctx): Promise<CategoryCard[]> {
  const rows = await ctx.kernel.db.rows<CategoryCard>(
    sql`select ${categoryColumns(ctx)} from event_category c where c.visibled order by c."order", c.id limit ${MOST}`,
  )
  return rows.map((row) => ({ ...row, short_description: richToHtml(row.short_description) }))
}

/** A category with its events. @throws AppError NOT_FOUND */
export async function readCategoryPage(ctx: Ctx, url: string): Promise<CategoryPage> {
  const row = await ctx.kernel.db.one<
    Omit<CategoryPage, 'events'>
  >(sql`select ${categoryColumns(ctx)}, ${say(ctx, sql`c.meta_title`)} as meta_title,
      ${say(ctx, sql`c.meta_short_description`)} as meta_short_description from event_category c where c.visibled and c.url = ${url}`)
  if (!row) throw new AppError(NOT_FOUND)
  return { ...row, short_description: richToHtml(row.short_description), events: await listEventCards(ctx, row.id) }
}

type PageRow = CardRow &
  Omit<EventPage, keyof EventCard | 'timezone' | 'today' | 'last_day' | 'preview' | 'form' | 'problems'> & {
    zone: string | null
    form_id: number | null
    advance: number
    content: string
    shown?: unknown
  }

/** Whether the reader is a customer with a phone number. */
async function hasPhone(ctx: Ctx): Promise<boolean> {
  const customer = getCustomerId(ctx)
  return customer !== null && Boolean((await findBuyerById(ctx.kernel.db, customer))?.phone)
}

/** An event page without times. Staff and holders of a preview link see hidden events too. @throws AppError NOT_FOUND */
export async function readEventPage(ctx: Ctx, url: string, preview = ''): Promise<EventPage> {
  const publicFields = selectPublicFields(ctx.kernel, { name: 'event' }, 'page')
  const previewed = preview !== '' && isPreview(ctx, url, preview)
  const row = await ctx.kernel.db
    .one<PageRow>(sql`select ${cardColumns(ctx)}, ${say(ctx, sql`e.content`)} as content, e.time_zone as zone, e.capacity,
      e.max_quantity, e.needs_approval, e.hold, e.cancel_until, e.reschedule_until, e.max_reschedules, e.advance_days as advance, e.form_id, e.ask_phone,
      coalesce((select json_agg(json_build_object('before', r.before, 'percent', r.percent::text) order by r.before desc) from event_refund_step r where r.event_id = e.id), '[]') as refund_steps,
      case when c.id is not null then json_build_object('title', ${say(ctx, sql`c.title`)}, 'url', c.url) end as category,
      ${say(ctx, sql`e.meta_title`)} as meta_title, ${say(ctx, sql`e.meta_short_description`)} as meta_short_description
      ${publicFields.column(ctx, 'e')}
    from event e left join event_category c on c.id = e.category_id
    where e.url = ${url} and ${ctx.actor.kind === 'admin' || previewed ? sql`true` : shownSql}`)
  if (!row) throw new AppError(NOT_FOUND)
  const { zone, advance, content, form_id, ask_phone, shown: values, ...rest } = row
  const timezone = zone ?? ctx.kernel.settings.of(basic).time_zone
  const today = toWallTime(Date.now(), timezone).day
  return {
    ...card(rest),
    form: form_id === null ? null : ((await ctx.kernel.find(FORMS)?.viewQuestions(ctx, form_id)) ?? null),
    ask_phone: ask_phone !== 'no' && (await hasPhone(ctx)) ? 'no' : ask_phone,
    content: richToHtml(content),
    timezone,
    today,
    last_day: dayAfter(today, advance),
    preview: previewed ? preview : '',
    ...publicFields.values(ctx, values),
  }
}
