import { type Ctx, AppError, id as name, NOT_FOUND, sql } from 'stoa'
import { planList } from 'stoa/engine'
import { group } from '../resources/group.ts'

/** Number of contacts in a group that the actor may see, and the list query for its members. @throws AppError NOT_FOUND, INVALID */
export async function findMembers(ctx: Ctx, id: number): Promise<{ count: number; query: Record<string, string> }> {
  const { kernel } = ctx
  const { kind, filter } = await kernel.resources.get(ctx, group, id)
  const query = kind === 'dynamic' ? (filter as Record<string, string>) : { groups: String(id) }
  return { count: await countMembers(ctx, query), query }
}

/** Number of contacts that match a filter. @throws AppError INVALID for an unknown filter */
export async function countMembers(ctx: Ctx, query: Readonly<Record<string, string>>): Promise<number> {
  const r = ctx.kernel.registry.resources.get('contact')
  if (!r) throw new AppError(NOT_FOUND)
  const { where } = planList(ctx, r, query)
  return (await ctx.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from ${name(r.table)} t where ${where}`))?.n ?? 0
}
