import { type Ctx, localizedSql, sql, type Sql } from 'stoa'
import { type Card, type CardChart, type CardPeriod, isInPeriodSql, translate } from 'stoa/plugins/desk'
import { countedLeadsSql } from './lead-figures-card.ts'
import { visibleLeadsSql } from './board.ts'

const shared = { dashboard: 'crm', needs: 'get lead', size: 'medium' } as const

/** The number of leads by the value of a field, most first. */
async function countBy(ctx: Ctx, field: 'source' | 'lost_reason', where: Sql): Promise<{ chart?: CardChart }> {
  const key = field === 'source' ? sql`t.source` : sql`t.lost_reason`
  const rows = await ctx.kernel.db.rows<{ key: string; count: number }>(
    sql`select ${key} as key, count(*)::int as count from crm_lead t where ${where} and ${countedLeadsSql(ctx)} group by 1 order by 2 desc, 1`,
  )
  if (rows.length === 0) return {}
  return {
    chart: {
      kind: 'bar',
      type: 'count',
      label_title: translate(ctx, `crm:lead.${field}`),
      labels: rows.map((row) => translate(ctx, `crm:lead.${field}_${row.key}`)),
      series: [{ name: translate(ctx, 'crm:lead._plural'), data: rows.map(({ count }) => String(count)) }],
    },
  }
}

/** Card of the CRM dashboard: new leads of the period by source. */
export const sourcesCard: Card = {
  ...shared,
  title: 'crm:card.sources',
  read: (ctx, { period }) => countBy(ctx, 'source', isInPeriodSql(ctx, sql`t.created_at`, period)),
}

/** Card of the CRM dashboard: reasons why leads were lost in the period. */
export const lostReasonsCard: Card = {
  ...shared,
  title: 'crm:card.lost_reasons',
  read: (ctx, { period }) => countBy(ctx, 'lost_reason', sql`t.status = 'canceled' and ${isInPeriodSql(ctx, sql`t.closed_at`, period)}`),
}

interface StageRow {
  funnel_id: number
  funnel: string
  title: string
  kind: 'open' | 'won' | 'lost'
  current: number
  reached: number
  median_days: number | null
}

/**
 * The stages of published funnels in order: leads that are in them now, and leads created in the period that reached them. The recorded steps
 * tell which leads reached a stage, whatever their stage is now.
 */
async function readStages(ctx: Ctx, { period }: Pick<CardPeriod, 'period'>): Promise<StageRow[]> {
  const title = (column: Sql) => sql`coalesce(${localizedSql(column, ctx.language, ctx.mainLanguage)}, '')`
  return ctx.kernel.db.rows<StageRow>(sql`
    with own as (select t.id, t.stage_id, t.created_at from crm_lead t where t.status <> 'abnormal' and ${visibleLeadsSql(ctx)}),
      came as (select m.to_stage_id as stage_id, count(distinct m.lead_id)::int as n from crm_stage_move m
        join own on own.id = m.lead_id and ${isInPeriodSql(ctx, sql`own.created_at`, period)} group by 1),
      stayed as (select m.from_stage_id as stage_id, percentile_cont(0.5) within group (order by m.seconds_in_from) / 86400 as days
        from crm_stage_move m join own on own.id = m.lead_id where m.from_stage_id is not null group by 1),
      stand as (select stage_id, count(*)::int as n from own group by 1)
    select f.id as funnel_id, ${title(sql`f.title`)} as funnel, ${title(sql`s.title`)} as title, s.kind, coalesce(stand.n, 0) as current,
      coalesce(came.n, 0) as reached, round(stayed.days::numeric, 1)::float8 as median_days
    from crm_funnel f join crm_stage s on s.funnel_id = f.id left join came on came.stage_id = s.id left join stayed on stayed.stage_id = s.id
      left join stand on stand.stage_id = s.id
    where f.status = 'published' order by f.id, s."order", s.id limit 200`)
}

/** Names of the stages; with the funnel where there are several. */
function nameStages(stages: readonly StageRow[]): string[] {
  const isOne = new Set(stages.map(({ funnel_id }) => funnel_id)).size === 1
  return stages.map(({ funnel, title }) => (isOne ? title : `${funnel} · ${title}`))
}

/** Card of the CRM dashboard: leads by stage. */
export const stagesCard: Card = {
  ...shared,
  title: 'crm:card.stages',
  needs: 'get lead & get funnel',
  empty: 'crm:card.no_funnel',
  link: 'funnel',
  read: async (ctx, dates) => {
    const stages = await readStages(ctx, dates)
    if (stages.length === 0) return {}
    return {
      chart: {
        kind: 'bar',
        type: 'count',
        label_title: translate(ctx, 'crm:lead.stage_id'),
        labels: nameStages(stages),
        series: [
          { name: translate(ctx, 'crm:card.current'), data: stages.map(({ current }) => String(current)) },
          { name: translate(ctx, 'crm:card.reached'), data: stages.map(({ reached }) => String(reached)) },
        ],
      },
    }
  },
}

/** Card of the CRM dashboard: of the leads created in the period, how many each funnel has won. */
export const conversionCard: Card = {
  ...shared,
  title: 'crm:card.conversion',
  needs: 'get lead & get funnel',
  empty: 'crm:card.no_new_leads',
  link: 'funnel',
  read: async (ctx, { period }) => {
    const rows = await ctx.kernel.db.rows<{ id: number; title: string; won: number; total: number }>(sql`
      select f.id, coalesce(${localizedSql(sql`f.title`, ctx.language, ctx.mainLanguage)}, '') as title,
        count(*) filter (where t.status = 'completed')::int as won, count(*)::int as total
      from crm_lead t join crm_funnel f on f.id = t.funnel_id
      where f.status = 'published' and ${isInPeriodSql(ctx, sql`t.created_at`, period)} and ${countedLeadsSql(ctx)} group by f.id order by f.id limit 20`)
    return { progress: rows.map(({ id, title, won, total }) => ({ title, link: `funnel/management/${id}`, value: won, of: total })) }
  },
}

/** Card of the CRM dashboard: the median time that leads stay in a stage. */
export const stageTimesCard: Card = {
  ...shared,
  title: 'crm:card.stage_times',
  needs: 'get lead & get funnel',
  isExtra: true,
  read: async (ctx, dates) => {
    const stages = await readStages(ctx, dates)
    const names = nameStages(stages)
    return {
      rows: stages.flatMap(({ median_days }, n) =>
        median_days === null ? [] : [{ title: names[n] ?? '', value: String(median_days), type: 'days' as const }],
      ),
    }
  },
}
