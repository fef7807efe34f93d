import { type Ctx, type Db, validationError, type Locale, locales, sql, message, type Tx } from 'stoa'
import type { StageKind } from '../domain/sources.ts'

/** The fields of a stage that leads need. */
export interface Stage {
  id: number
  funnel_id: number
  kind: StageKind
  rot_days: number | null
  title: Partial<Record<Locale, string>>
}

const columns = sql`id, funnel_id, kind, rot_days, title`

export const findStage = (db: Db, id: number): Promise<Stage | undefined> =>
  db.one<Stage>(sql`select ${columns} from crm_stage where id = ${id}`)

/** The first stage of a funnel. */
export const findFirstStage = (db: Db, funnelId: number): Promise<Stage | undefined> =>
  db.one<Stage>(sql`select ${columns} from crm_stage where funnel_id = ${funnelId} order by kind <> 'open', "order", id limit 1`)

const usual = [
  { key: 'new', kind: 'open', probability: 10, rot_days: 3 },
  { key: 'talking', kind: 'open', probability: 30, rot_days: 7 },
  { key: 'offered', kind: 'open', probability: 60, rot_days: 14 },
  { key: 'won', kind: 'won', probability: 100, rot_days: null },
  { key: 'lost', kind: 'lost', probability: 0, rot_days: null },
] as const

/** Default stages of a new funnel. */
export const usualStages = ({ kernel: { i18n } }: Ctx) =>
  usual.map(({ key, ...stage }, order) => ({
    ...stage,
    order,
    title: Object.fromEntries(locales.map((locale) => [locale, i18n.t(locale, `crm:usual_stage.${key}`)])),
  }))

/**
 * Moves every lead of a stage to another, one by one, so that each gets a history entry.
 * @throws AppError INVALID when the target is not an open stage of the funnel
 */
export async function emptyStage(tx: Tx, ctx: Ctx, funnelId: number, { from, to }: { from: number; to: number }): Promise<void> {
  const [source, target] = [await findStage(tx, from), await findStage(tx, to)]
  if (source?.funnel_id !== funnelId) throw validationError({ stage_id: message('core:rule.not_exists') })
  if (target?.funnel_id !== funnelId || target.kind !== 'open' || target.id === source.id)
    throw validationError({ target_id: message('crm:error.open_target') })
  // Permission on the funnel is enough: the leads are moved whoever owns them.
  const all: Ctx = ctx.actor.kind === 'admin' ? { ...ctx, actor: { ...ctx.actor, allows: () => true } } : ctx
  const leads = await tx.rows<{ id: number }>(sql`select id from crm_lead where stage_id = ${from} order by position, id`)
  for (const { id } of leads) await ctx.kernel.resources.updateIn(tx, all, 'lead', id, { stage_id: to })
}

/** Recomputes when leads become stale, after the time limit of a stage was changed. */
export async function updateRot(tx: Tx, funnelId: number): Promise<void> {
  await tx.run(sql`update crm_lead l set rots_at = l.stage_since + make_interval(days => s.rot_days) from crm_stage s
    where s.id = l.stage_id and s.funnel_id = ${funnelId} and s.kind = 'open'
      and l.rots_at is distinct from l.stage_since + make_interval(days => s.rot_days)`)
  tx.invalidate('lead')
}
