import { type Ctx, localizedSql, sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { ContactView, FunnelBoard, LeadHistory } from '../api-types.ts'
import { contact } from '../resources/contact.ts'
import { funnel } from '../resources/funnel.ts'
import { lead } from '../resources/lead.ts'

/** Condition for leads `t` that the actor may read. */
export const visibleLeadsSql = (ctx: Ctx): Sql => scopeSql(ctx, ctx.kernel.registry.resource('lead'))

const money = (sum: Sql): Sql => sql`(coalesce(${sum}, 0) / 100.0)::numeric(18, 2)::text`
const titled = (ctx: Ctx, column: Sql): Sql => sql`coalesce(${localizedSql(column, ctx.language, ctx.mainLanguage)}, '')`

/** The stages of a funnel with the number and the total amount of their leads. @throws AppError NOT_FOUND */
export async function readBoard(ctx: Ctx, id: number): Promise<FunnelBoard> {
  const { title, status } = await ctx.kernel.resources.get(ctx, funnel, id)
  const stages = await ctx.kernel.db.rows<FunnelBoard['stages'][number]>(sql`
    select s.id, ${titled(ctx, sql`s.title`)} as title, s.kind, s.rot_days, coalesce(l.count, 0) as count, ${money(sql`l.amount`)} as amount
    from crm_stage s left join (
      select t.stage_id, count(*)::int as count, sum(t.amount_minor) as amount from crm_lead t
      where t.funnel_id = ${id} and t.status <> 'abnormal' and ${visibleLeadsSql(ctx)} group by t.stage_id) l on l.stage_id = s.id
    where s.funnel_id = ${id} order by s."order", s.id`)
  return { id, title, status, stages }
}

/** Every step of a lead. @throws AppError NOT_FOUND */
export async function readLeadHistory(ctx: Ctx, id: number): Promise<LeadHistory> {
  await ctx.kernel.resources.get(ctx, lead, id)
  const data = await ctx.kernel.db.rows<LeadHistory['data'][number]>(sql`
    select m.id, lag(${titled(ctx, sql`m.to_title`)}) over (order by m.id) as "from", ${titled(ctx, sql`m.to_title`)} as "to", m.to_kind as kind,
      m.moved_by as by, m.moved_at as at, round(m.seconds_in_from)::int as seconds_in_from, m.note
    from crm_stage_move m where m.lead_id = ${id} order by m.id desc limit 500`)
  const age = await ctx.kernel.db.one<{ age: number }>(sql`
    select round(sum(seconds_in_from) + extract(epoch from now() - max(moved_at)))::int as age from crm_stage_move where lead_id = ${id}`)
  return { age_seconds: Math.max(0, age?.age ?? 0), data }
}

/** The leads of a contact with their steps, limited to what the actor may see. @throws AppError NOT_FOUND */
export async function readContactView(ctx: Ctx, id: number, mayLeads: boolean): Promise<ContactView> {
  const { person_id } = await ctx.kernel.resources.get(ctx, contact, id)
  const leadsSql = mayLeads ? sql`t.contact_id = ${id} and ${visibleLeadsSql(ctx)}` : sql`false`
  const { db } = ctx.kernel
  const [leads, steps, merged] = await Promise.all([
    db.rows<ContactView['leads'][number]>(sql`
      select t.id, t.title, t.number, t.funnel_id, ${titled(ctx, sql`f.title`)} as funnel, ${titled(ctx, sql`s.title`)} as stage, t.status,
        case when t.amount_minor is not null then ${money(sql`t.amount_minor`)} end as amount
      from crm_lead t join crm_funnel f on f.id = t.funnel_id join crm_stage s on s.id = t.stage_id where ${leadsSql} order by t.id desc limit 100`),
    db.rows<ContactView['steps'][number]>(sql`
      select m.id, t.id as lead_id, t.title as lead, ${titled(ctx, sql`m.to_title`)} as "to", m.to_kind as kind, m.moved_by as by, m.moved_at as at
      from crm_stage_move m join crm_lead t on t.id = m.lead_id where ${leadsSql} order by m.id desc limit 200`),
    db.one<NonNullable<ContactView['merged']>>(sql`
      select c.name, m.merged_at as at from crm_contact_merge m join crm_contact c on c.id = m.loser_id
      where m.survivor_id = ${id} and m.undone_at is null and m.merged_at > now() - interval '30 days' order by m.id desc limit 1`),
  ])
  return { person_id, leads, steps, merged: merged ?? null }
}

/** The current id of a contact, which may have been merged into another. @throws AppError NOT_FOUND */
export async function readContactSummary(ctx: Ctx, id: number): Promise<number> {
  return (await ctx.kernel.resources.getSurvivor(ctx, contact, id)).id
}
