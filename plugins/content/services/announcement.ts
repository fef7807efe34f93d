import { type Ctx, AppError, NOT_FOUND, richToHtml, sql, type Sql } from 'stoa'
import type { AnnouncementView, Readers } from '../api-types.ts'
import { liveSql, translatedSql } from './texts.ts'

/** Maximum number of announcements shown at once. */
const most = 20

const liveNow = sql`a.status = 'published' and ${liveSql('a')}`
const toShoppers = sql`${liveNow} and a.audience in ('customers', 'both')`

/** Audience condition for a member of staff: all staff, or their role. */
const toStaff = (account: number) => sql`${liveNow} and a.audience in ('staff', 'both') and (
  not exists (select 1 from announcement_role r where r.announcement_id = a.id)
  or exists (select 1 from announcement_role r join account x on x.role_id = r.role_id where r.announcement_id = a.id and x.id = ${account}))`

async function read<T extends AnnouncementView>(ctx: Ctx, where: Sql, more: Sql = sql``): Promise<T[]> {
  const rows = await ctx.kernel.db.rows<T>(sql`
    select a.id, ${translatedSql(ctx, 'a', 'title')} as title, ${translatedSql(ctx, 'a', 'content')} as content, a.pinned, a.dismissible${more}
    from announcement a where ${where} order by a.pinned desc, a.id desc limit ${most}`)
  return rows.map((row) => ({ ...row, content: richToHtml(row.content) }))
}

/** Current announcements for shoppers. The same for all of them, so that pages can be cached. */
export const shopAnnouncements = (ctx: Ctx) => read<AnnouncementView>(ctx, toShoppers)

/** Current announcements for a member of staff, with their read status. */
export const staffAnnouncements = (ctx: Ctx, account: number) =>
  read<AnnouncementView & { read: boolean }>(
    ctx,
    toStaff(account),
    sql`, exists (select 1 from announcement_read x where x.announcement_id = a.id and x.reader_kind = 'admin' and x.reader_id = ${account}) as read`,
  )

/** Ids of the announcements that a customer has dismissed. */
export async function closedBy(ctx: Ctx, customer: number): Promise<number[]> {
  const rows = await ctx.kernel.db.rows<{ id: number }>(sql`select x.announcement_id as id from announcement_read x
    join announcement a on a.id = x.announcement_id where x.reader_kind = 'customer' and x.reader_id = ${customer} and ${toShoppers}`)
  return rows.map((row) => row.id)
}

/** Marks an announcement as read. @throws AppError NOT_FOUND when it is not for the actor */
export async function markRead(ctx: Ctx, id: number): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'admin' && actor.kind !== 'customer') throw new AppError(NOT_FOUND)
  const theirs = actor.kind === 'admin' ? toStaff(actor.id) : toShoppers
  const found = await ctx.kernel.db.one(sql`select 1 from announcement a where a.id = ${id} and ${theirs}`)
  if (!found) throw new AppError(NOT_FOUND)
  await ctx.kernel.db.run(sql`insert into announcement_read (announcement_id, reader_kind, reader_id)
    values (${id}, ${actor.kind}, ${actor.id}) on conflict do nothing`)
}

/** @throws AppError NOT_FOUND */
export async function findReaders(ctx: Ctx, id: number): Promise<Readers> {
  const { db } = ctx.kernel
  const found = await db.one<{ content: string; audience: string }>(
    sql`select ${translatedSql(ctx, 'a', 'content')} as content, a.audience from announcement a where a.id = ${id}`,
  )
  if (!found) throw new AppError(NOT_FOUND)
  const staff = await db.rows<Readers['staff'][number]>(sql`
    select x.id, x.name, r.created_at as read_at from account x
    left join announcement_read r on r.announcement_id = ${id} and r.reader_kind = 'admin' and r.reader_id = x.id
    where x.enabled and ${found.audience} in ('staff', 'both') and (
      not exists (select 1 from announcement_role o where o.announcement_id = ${id})
      or exists (select 1 from announcement_role o where o.announcement_id = ${id} and o.role_id = x.role_id))
    order by r.created_at desc nulls last, x.name limit 500`)
  const closed = await db.one<{ n: number }>(sql`select count(*) as n from announcement_read r
    where r.announcement_id = ${id} and r.reader_kind = 'customer'`)
  return { html: richToHtml(found.content), staff, customers: closed?.n ?? 0 }
}
