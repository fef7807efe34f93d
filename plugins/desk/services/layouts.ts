import { AppError, type Ctx, message, sql, STALE, validationError } from 'stoa'
import { actorId } from '../resources/saved-view.ts'
import { type DashboardName, findPlacementProblem, keepHiddenCards, type LayoutCard, type PlacedCard } from '../domain/layout.ts'

/** A stored layout. `cards` is null when the account did not arrange its dashboard. */
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

/** Cards that are asked to be placed. */
export type RequestedCards = readonly { name: string; size: string }[]

/** What is asked to be stored; without cards the layout of the role. */
export interface LayoutInput {
  cards: RequestedCards | null
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
  if (cards) assertPlaceable(cards, visible)
  const stored = await readLayout(ctx, dashboard)
  if (stored.version !== version) throw new AppError(STALE)
  const next = cards && keepHiddenCards(cards, stored.cards ?? [], visible)
  const saved = await ctx.kernel.db.one<{ version: number }>(sql`
    insert into dashboard_layout as l (account_id, dashboard, cards) values (${actorId(ctx)}, ${dashboard}, ${next && JSON.stringify(next)}::jsonb)
    on conflict (account_id, dashboard) do update set cards = excluded.cards, version = l.version + 1, updated_at = now()
      where l.version = ${version} returning version`)
  if (!saved) throw new AppError(STALE)
  return saved.version
}

/** @throws AppError INVALID for a card that the actor may not place so */
export function assertPlaceable(cards: RequestedCards, visible: ReadonlyMap<string, LayoutCard>): asserts cards is PlacedCard[] {
  const problem = findPlacementProblem(cards, visible)
  if (problem) throw validationError({ cards: message(`desk:error.card_${problem.problem}`, { name: problem.name }) })
}
