import { type Ctx, type Kernel, type Scope, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'

/** The contacts of whoever keeps some; without such a plugin nobody is one. */
const contacts = (kernel: Kernel) => kernel.registry.resources.get('contact')

/** Whether the actor sees the contact behind an id; undefined when there is nothing to hide. */
export function visibleContactSql(ctx: Ctx, key: Sql): Sql | undefined {
  const found = contacts(ctx.kernel)
  const seen = found && isVisibleSql(ctx, found, key)
  return seen && sql`(${key} is null or ${seen})`
}

/** Recipients whose contact one sees, and those who are no contact. */
export const visibleRecipientScope: Scope = (ctx) => visibleContactSql(ctx, sql`t.contact_id`) ?? null

/** The condition on recipients `r` whom the actor may know of. */
export const visibleRecipientsSql = (ctx: Ctx): Sql => visibleContactSql(ctx, sql`r.contact_id`) ?? sql`true`

/** How far a broadcast is, in a few signs: sent of all, or opened of those who have it. `t` is the broadcast. */
export function progressSql(ctx: Ctx, what: 'sent' | 'opened'): Sql {
  const of = sql`from broadcast_recipient r where r.broadcast_id = t.id and ${visibleRecipientsSql(ctx)}`
  if (what === 'sent')
    return sql`(select case when t.started_at is null then '' else count(*) filter (where r.status = 'sent') || ' / ' || count(*) end ${of})`
  return sql`(select case when t.channel <> 'email' or count(*) = 0 then '' else round(100.0 * count(*) filter (where exists (
      select from broadcast_event e where e.recipient_id = r.id and e.type in ('open', 'click') and not e.auto)) / count(*)) || ' %' end
    ${of} and r.status = 'sent')`
}
