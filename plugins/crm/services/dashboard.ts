import { hasPermission, type Ctx, localizedSql, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { CrmDashboard } from '../api-types.ts'
import { visibleLeadsSql } from './board.ts'

const nothing: CrmDashboard = {
  allowed: false,
  fresh: { now: 0, before: 0 },
  won: { now: 0, before: 0, amount: '0.00' },
  lost: { now: 0, before: 0 },
  open: { count: 0, amount: '0.00' },
  rotting: [],
  due: [],
  sources: [],
  lost_reasons: [],
  funnels: [],
}

/** Key figures on leads over a number of days, limited to what the actor may see; empty for an actor who may read no leads. */
export async function readDashboard(ctx: Ctx, days: number): Promise<CrmDashboard> {
  if (!hasPermission(ctx.actor, 'get lead')) return nothing
  const { db } = ctx.kernel
  const visibleSql = sql`t.status <> 'abnormal' and ${visibleLeadsSql(ctx)}`
  const [sums, rotting, due, sources, lost_reasons, funnels] = await Promise.all([
    db.one<
      Record<'fresh' | 'fresh_before' | 'won' | 'won_before' | 'lost' | 'lost_before' | 'open', number> & {
        won_amount: string
        open_amount: string
      }
    >(sql`
      select count(*) filter (where t.created_at >= p.at)::int as fresh,
        count(*) filter (where t.created_at >= p.before and t.created_at < p.at)::int as fresh_before,
        count(*) filter (where t.status = 'completed' and t.closed_at >= p.at)::int as won,
        count(*) filter (where t.status = 'completed' and t.closed_at >= p.before and t.closed_at < p.at)::int as won_before,
        (coalesce(sum(t.amount_minor) filter (where t.status = 'completed' and t.closed_at >= p.at), 0) / 100.0)::numeric(18, 2)::text as won_amount,
        count(*) filter (where t.status = 'canceled' and t.closed_at >= p.at)::int as lost,
        count(*) filter (where t.status = 'canceled' and t.closed_at >= p.before and t.closed_at < p.at)::int as lost_before,
        count(*) filter (where t.closed_at is null)::int as open,
        (coalesce(sum(t.amount_minor) filter (where t.closed_at is null), 0) / 100.0)::numeric(18, 2)::text as open_amount
      from crm_lead t, (select now() - make_interval(days => ${days}) as at, now() - make_interval(days => ${days * 2}) as before) p where ${visibleSql}`),
    db.rows<CrmDashboard['rotting'][number]>(sql`
      select t.id, t.title, t.funnel_id, coalesce(${localizedSql(sql`s.title`, ctx.language, ctx.mainLanguage)}, '') as stage,
        floor(extract(epoch from now() - t.stage_since) / 86400)::int as days
      from crm_lead t join crm_stage s on s.id = t.stage_id where t.rots_at <= now() and ${visibleSql} order by t.rots_at, t.id limit 10`),
    db.rows<CrmDashboard['due'][number]>(sql`
      select t.id, t.text, t.remind_at as at, t.lead_id, t.contact_id, coalesce(l.title, c.name, '') as name
      from crm_reminder t left join crm_lead l on l.id = t.lead_id left join crm_contact c on c.id = t.contact_id
      where not t.done and t.remind_at < now() + interval '1 day' and ${scopeSql(ctx, ctx.kernel.registry.resource('reminder'))}
      and t.account_id = ${'id' in ctx.actor ? ctx.actor.id : 0} order by t.remind_at, t.id limit 10`),
    db.rows<CrmDashboard['sources'][number]>(sql`
      select t.source as key, count(*)::int as count from crm_lead t
      where t.created_at >= now() - make_interval(days => ${days}) and ${visibleSql} group by t.source order by 2 desc, 1`),
    db.rows<CrmDashboard['lost_reasons'][number]>(sql`
      select t.lost_reason as key, count(*)::int as count from crm_lead t
      where t.status = 'canceled' and t.closed_at >= now() - make_interval(days => ${days}) and ${visibleSql} group by t.lost_reason order by 2 desc, 1`),
    findFunnels(ctx, days),
  ])
  if (!sums) return nothing
  return {
    allowed: true,
    fresh: { now: sums.fresh, before: sums.fresh_before },
    won: { now: sums.won, before: sums.won_before, amount: sums.won_amount },
    lost: { now: sums.lost, before: sums.lost_before },
    open: { count: sums.open, amount: sums.open_amount },
    ...{ rotting, due, sources, lost_reasons, funnels },
  }
}

/** Conversion of leads by funnel. The recorded steps tell which leads reached a stage, whatever their stage is now. */
async function findFunnels(ctx: Ctx, days: number): Promise<CrmDashboard['funnels']> {
  const rows = await ctx.kernel.db.rows<CrmDashboard['funnels'][number]['stages'][number] & { funnel_id: number; funnel: string }>(sql`
    with own as (select t.id, t.stage_id, t.amount_minor, t.created_at from crm_lead t where t.status <> 'abnormal' and ${visibleLeadsSql(ctx)}),
      came as (select m.to_stage_id as stage_id, count(distinct m.lead_id)::int as n from crm_stage_move m
        join own on own.id = m.lead_id and own.created_at >= now() - make_interval(days => ${days}) group by 1),
      stayed as (select m.from_stage_id as stage_id, percentile_cont(0.5) within group (order by m.seconds_in_from) / 86400 as days
        from crm_stage_move m join own on own.id = m.lead_id where m.from_stage_id is not null group by 1),
      stand as (select stage_id, count(*)::int as n, sum(amount_minor) as amount from own group by 1)
    select f.id as funnel_id, coalesce(${localizedSql(sql`f.title`, ctx.language, ctx.mainLanguage)}, '') as funnel, s.id, s.kind,
      coalesce(${localizedSql(sql`s.title`, ctx.language, ctx.mainLanguage)}, '') as title, coalesce(stand.n, 0) as now,
      (coalesce(stand.amount, 0) / 100.0)::numeric(18, 2)::text as amount, coalesce(came.n, 0) as reached, round(stayed.days::numeric, 1)::float8 as median_days
    from crm_funnel f join crm_stage s on s.funnel_id = f.id left join came on came.stage_id = s.id left join stayed on stayed.stage_id = s.id
      left join stand on stand.stage_id = s.id
    where f.status = 'published' order by f.id, s."order", s.id limit 200`)
  const funnels = new Map<number, CrmDashboard['funnels'][number]>()
  for (const { funnel_id, funnel, ...stage } of rows) {
    const found = funnels.get(funnel_id) ?? { id: funnel_id, title: funnel, stages: [] }
    found.stages.push(stage)
    funnels.set(funnel_id, found)
  }
  return [...funnels.values()]
}
