import { type Ctx, AppError, historySql, NOT_FOUND, type Sql, sql, type Tx } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import type { TimelineEntry } from '../../admin-api-types.ts'
import { entryTexts } from './change/entries.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'

/** Status changes and comments of an order, oldest first. */
export async function readOrderTimeline(ctx: Ctx, id: number): Promise<TimelineEntry[]> {
  const { kernel } = ctx
  const language = ctx.interfaceLanguage ?? ctx.language
  const rows = await kernel.db.rows<TimelineEntry>(sql`
    select h.created_at as at, 'status' as kind, h.from_status, h.to_status, h.reason as body, coalesce(a.name, h.actor_kind) as who, false as visible
    from ${historySql} where h.document_type = 'order' and h.document_id = ${id}
    union all select c.created_at, case when c.author_kind = 'customer' then 'customer' else 'comment' end, null, null, c.body, c.author_name, c.visible_to_customer
    from order_comment c where c.order_id = ${id}
    union all select x.created_at, 'change', null, null, x.entries::text, coalesce(nullif(x.actor_name, ''), x.actor_kind), false
    from order_change x where x.order_id = ${id} order by at, kind desc`)
  return rows.map((row) => (row.kind === 'change' ? { ...row, body: entryTexts(kernel, language, JSON.parse(row.body)).join('\n') } : row))
}

/** Adds a staff comment; one that is visible to the customer is e-mailed. @throws AppError NOT_FOUND */
export async function addStaffComment(tx: Tx, { actor }: Ctx, orderId: number, comment: string, visible: boolean): Promise<{ id: number }> {
  const who = actor.kind === 'admin' ? actor : { name: '', id: null }
  const id = await insertComment(
    tx,
    sql`select id, 'staff', ${who.id}::bigint, ${who.name}, ${comment}, ${visible}::boolean from sales_order where id = ${orderId}`,
  )
  if (visible) tx.enqueue(ORDER_EMAIL_JOB, { id: orderId, kind: 'comment', ref: id })
  return { id }
}

/** Adds a comment of the customer. @throws AppError NOT_FOUND */
export const addCustomerComment = (tx: Tx, orderId: number, comment: string): Promise<number> =>
  insertComment(
    tx,
    sql`select id, 'customer', customer_id, ${fullNameSql(sql`first_name`, sql`last_name`)}, ${comment}, true from sales_order where id = ${orderId}`,
  )

async function insertComment(tx: Tx, comment: Sql): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql`insert into order_comment (order_id, author_kind, author_id, author_name, body, visible_to_customer) ${comment} returning id`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  return row.id
}
