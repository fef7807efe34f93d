import { type Ctx, type Kernel, type Scope, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'

/** The contact resource; undefined when no plugin has it. */
const getContactResource = (kernel: Kernel) => kernel.registry.resources.get('contact')

/** Condition that the actor may see the contact with this id; undefined without a restriction. */
export function visibleContactSql(ctx: Ctx, key: Sql): Sql | undefined {
  const found = getContactResource(ctx.kernel)
  const visibleSql = found && isVisibleSql(ctx, found, key)
  return visibleSql && sql`(${key} is null or ${visibleSql})`
}

/** Limits recipients to contacts the actor may see, and to those without a contact. */
export const visibleRecipientScope: Scope = (ctx) => visibleContactSql(ctx, sql`t.contact_id`) ?? null

/** Condition for recipients `r` that the actor may see. */
export const visibleRecipientsSql = (ctx: Ctx): Sql => visibleContactSql(ctx, sql`r.contact_id`) ?? sql`true`

/** Progress of a broadcast as a short text: sent of all, or opened of sent. `t` is the broadcast. */
export function progressSql(ctx: Ctx, metric: 'sent' | 'opened'): Sql {
  const recipientsSql = sql`from broadcast_recipient r where r.broadcast_id = t.id and ${visibleRecipientsSql(ctx)}`
  if (metric === 'sent')
    return sql`(select case when t.started_at is null then '' else count(*) filter (where r.status = 'sent') || ' / ' || count(*) end ${recipientsSql})`
  return sql`(select case when t.channel <> 'email' or count(*) = 0 then '' else round(100.0 * count(*) filter (where exists (
      select from broadcast_event e where e.recipient_id = r.id and e.type in ('open', 'click') and not e.auto)) / count(*)) || ' %' end
    ${recipientsSql} and r.status = 'sent')`
}
