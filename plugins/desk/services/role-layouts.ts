import { account, type Ctx, message, recordAudit, role, sql, validationError } from 'stoa'
import type { RoleLayout } from '../card-types.ts'
import { actorId } from '../resources/saved-view.ts'
import type { DashboardName, LayoutCard, PlacedCard } from '../domain/layout.ts'
import { assertPlaceable, type RequestedCards } from './layouts.ts'

/** The layout of the actor's role; null for the default layout. */
export async function readRoleLayout(ctx: Ctx, dashboard: DashboardName): Promise<PlacedCard[] | null> {
  const own = await ctx.kernel.query(account).findById(actorId(ctx))
  const row = await ctx.kernel.db.one<{ cards: PlacedCard[] }>(
    sql`select cards from role_dashboard_layout where role_id = ${own?.role_id ?? null} and dashboard = ${dashboard}`,
  )
  return row?.cards ?? null
}

/** The roles by name, each with whether it has a layout of its own for a dashboard. */
export async function listRoleLayouts({ kernel }: Ctx, dashboard: DashboardName): Promise<RoleLayout[]> {
  const [roles, arranged] = await Promise.all([
    kernel.query(role).orderBy('name'),
    kernel.db.rows<{ role_id: number }>(sql`select role_id from role_dashboard_layout where dashboard = ${dashboard}`),
  ])
  return roles.map(({ id, name }) => ({ id, name, has_layout: arranged.some(({ role_id }) => role_id === id) }))
}

/**
 * Stores the layout of a role, or removes it without cards. It is that of accounts which have not arranged their dashboard, less the cards
 * they may not see.
 * @throws AppError INVALID for a card that the actor may not place so, or a role that does not exist
 */
export async function saveRoleLayout(
  ctx: Ctx,
  dashboard: DashboardName,
  { role_id: roleId, cards }: { role_id: number; cards: RequestedCards | null },
  visible: ReadonlyMap<string, LayoutCard>,
): Promise<void> {
  if (cards) assertPlaceable(cards, visible)
  await ctx.kernel.transaction(async (tx) => {
    const [found] = await tx.query(role).where('id', roleId).forKeyShare()
    if (!found) throw validationError({ role_id: message('core:rule.choice') })
    if (cards)
      await tx.run(sql`
        insert into role_dashboard_layout (role_id, dashboard, cards) values (${roleId}, ${dashboard}, ${JSON.stringify(cards)}::jsonb)
        on conflict (role_id, dashboard) do update set cards = excluded.cards, updated_at = now()`)
    else await tx.run(sql`delete from role_dashboard_layout where role_id = ${roleId} and dashboard = ${dashboard}`)
    await recordAudit(tx, ctx, {
      resource: 'role',
      rowId: roleId,
      verb: cards ? 'save_dashboard_layout' : 'remove_dashboard_layout',
      changes: [],
    })
  })
}
