import { AppError, type Ctx, message, sql, STALE, validationError } from 'stoa'
import { actorId } from '../resources/saved-view.ts'
import { type DashboardName, findPlacementProblem, keepHiddenCards, type LayoutCard, type PlacedCard } from '../domain/layout.ts'

/** A stored layout. `cards` is null for the default layout. */
export interface StoredLayout {
  cards: PlacedCard[] | null
  version: number
}

/** The layout of the actor's dashboard; version 0 while it was never changed. */
export async function readLayout(ctx: Ctx, dashboard: DashboardName): Promise<StoredLayout> {
  const row = await ctx.kernel.db.one<StoredLayout>(
    sql`select cards, version from dashboard_layout where account_id = ${actorId(ctx)} and dashboard = ${dashboard}`,
  )
  return row ?? { cards: null, version: 0 }
}

/** What is asked to be stored; without cards the default layout. */
export interface LayoutInput {
  cards: readonly { name: string; size: string }[] | null
  version: number
}

/**
 * Stores the layout of the actor's dashboard if nobody changed it since `version`.
 * @returns the new version
 * @throws AppError INVALID for a card that the actor may not place so, STALE
 */
export async function saveLayout(
  ctx: Ctx,
  dashboard: DashboardName,
  { cards, version }: LayoutInput,
  visible: ReadonlyMap<string, LayoutCard>,
): Promise<number> {
  const problem = cards && findPlacementProblem(cards, visible)
  if (problem) throw validationError({ cards: message(`desk:error.card_${problem.problem}`, { name: problem.name }) })
  const stored = await readLayout(ctx, dashboard)
  if (stored.version !== version) throw new AppError(STALE)
  const next = cards && keepHiddenCards(cards as PlacedCard[], stored.cards ?? [], visible)
  const saved = await ctx.kernel.db.one<{ version: number }>(sql`
    insert into dashboard_layout as l (account_id, dashboard, cards) values (${actorId(ctx)}, ${dashboard}, ${next && JSON.stringify(next)}::jsonb)
    on conflict (account_id, dashboard) do update set cards = excluded.cards, version = l.version + 1, updated_at = now()
      where l.version = ${version} returning version`)
  if (!saved) throw new AppError(STALE)
  return saved.version
}
