import { contribute, type Contribution, hasPermission, localizedSql, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import { type Card, CARDS } from 'stoa/plugins/desk'
import { conversionCard, lostReasonsCard, sourcesCard, stagesCard, stageTimesCard } from './lead-charts.ts'
import { countedLeadsSql, leadFiguresCard } from './lead-figures-card.ts'

/** Rows of a card. */
const MOST = 8

/** Card of the CRM dashboard: leads that stay in their stage longer than its limit, longest first. */
const staleLeadsCard: Card = {
  title: 'crm:card.stale',
  dashboard: 'crm',
  needs: 'get lead',
  size: 'medium',
  empty: 'crm:card.no_stale',
  read: async (ctx) => {
    const rows = await ctx.kernel.db.rows<{ id: number; title: string; funnel_id: number; stage: string; days: number }>(sql`
      select t.id, t.title, t.funnel_id, coalesce(${localizedSql(sql`s.title`, ctx.language, ctx.mainLanguage)}, '') as stage,
        floor(extract(epoch from now() - t.stage_since) / 86400)::int as days
      from crm_lead t join crm_stage s on s.id = t.stage_id where t.rots_at <= now() and ${countedLeadsSql(ctx)} order by t.rots_at, t.id limit ${MOST}`)
    const isOnBoard = hasPermission(ctx.actor, 'get funnel')
    return {
      rows: rows.map(({ id, title, funnel_id, stage, days }) => ({
        title,
        link: isOnBoard ? `funnel/management/${funnel_id}?lead=${id}` : `lead/edit/${id}`,
        text: stage,
        value: String(days),
        type: 'days',
      })),
    }
  },
}

/** Card of the CRM dashboard: own reminders that are due within a day. */
const remindersCard: Card = {
  title: 'crm:card.reminders',
  dashboard: 'crm',
  needs: 'get lead | get contact',
  size: 'medium',
  empty: 'crm:card.no_reminders',
  read: async (ctx) => {
    const rows = await ctx.kernel.db.rows<{
      text: string
      at: string
      lead_id: number | null
      contact_id: number | null
      name: string
    }>(sql`
      select t.text, t.remind_at as at, t.lead_id, t.contact_id, coalesce(l.title, c.name, '') as name
      from crm_reminder t left join crm_lead l on l.id = t.lead_id left join crm_contact c on c.id = t.contact_id
      where not t.done and t.remind_at < now() + interval '1 day' and ${scopeSql(ctx, ctx.kernel.registry.resource('reminder'))}
        and t.account_id = ${'id' in ctx.actor ? ctx.actor.id : 0} and (t.lead_id is null or ${hasPermission(ctx.actor, 'get lead')})
        and (t.contact_id is null or ${hasPermission(ctx.actor, 'get contact')}) order by t.remind_at, t.id limit ${MOST}`)
    return {
      rows: rows.map(({ text, at, lead_id, contact_id, name }) => ({
        title: text,
        link: lead_id ? `lead/edit/${lead_id}` : `contact/edit/${contact_id}`,
        text: name,
        value: at,
        type: 'instant',
      })),
    }
  },
}

/** Cards of the CRM dashboard. */
export const crmCards: readonly Contribution[] = [
  contribute(CARDS, 'leads', leadFiguresCard, { order: 10 }),
  contribute(CARDS, 'stale_leads', staleLeadsCard, { order: 20 }),
  contribute(CARDS, 'reminders', remindersCard, { order: 30 }),
  contribute(CARDS, 'leads_by_stage', stagesCard, { order: 40 }),
  contribute(CARDS, 'leads_by_source', sourcesCard, { order: 50 }),
  contribute(CARDS, 'conversion', conversionCard, { order: 60 }),
  contribute(CARDS, 'lost_reasons', lostReasonsCard, { order: 80 }),
  contribute(CARDS, 'stage_times', stageTimesCard, { order: 90 }),
]
