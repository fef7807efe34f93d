import { type Ctx, AppError, historySql, NOT_FOUND, type Sql, sql, type Tx } from 'stoa'
import { NOTES } from 'stoa/plugins/notes'
import { fullNameSql } from 'stoa/plugins/people'
import type { TimelineEntry } from '../../admin-api-types.ts'
import { order } from '../../resources/order.ts'
import { entryTexts } from './change/entries.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'

/** Status changes of an order and messages between shop and customer, oldest first. */
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

/** Adds a message of staff to the customer, which is e-mailed. Returns its id. @throws AppError NOT_FOUND */
export async function addStaffMessage(tx: Tx, { actor }: Ctx, orderId: number, message: string): Promise<number> {
  const id = await insertComment(tx, staffCommentSql(actor, orderId, message, true))
  tx.enqueue(ORDER_EMAIL_JOB, { id: orderId, kind: 'comment', ref: id })
  return id
}

/**
 * Adds a comment for staff: one of the plugin `notes`, as on every other record. While that plugin is disabled, the timeline of the order
 * stores it. Returns its id. @throws AppError NOT_FOUND
 */
export async function addStaffComment(tx: Tx, ctx: Ctx, orderId: number, comment: string): Promise<number> {
  const notes = ctx.kernel.find(NOTES)
  if (!notes) return insertComment(tx, staffCommentSql(ctx.actor, orderId, comment, false))
  if (!(await tx.one(sql`select 1 from sales_order where id = ${orderId} for key share`))) throw new AppError(NOT_FOUND)
  return notes.create(tx, ctx, { subject: order.name, subject_id: orderId }, comment)
}

function staffCommentSql(actor: Ctx['actor'], orderId: number, body: string, visible: boolean): Sql {
  const { id, name } = actor.kind === 'admin' ? actor : { id: null, name: '' }
  return sql`select id, 'staff', ${id}::bigint, ${name}, ${body}, ${visible}::boolean from sales_order where id = ${orderId}`
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
