import { type Ctx, AppError, id as name, NOT_FOUND, sql } from 'stoa'
import { planList } from 'stoa/engine'
import { group } from '../resources/group.ts'

/** How many contacts a group holds, as far as the actor sees them, and how its members are listed. @throws Failed NOT_FOUND, INVALID */
export async function findMembers(ctx: Ctx, id: number): Promise<{ count: number; query: Record<string, string> }> {
  const { kernel } = ctx
  const { kind, filter } = await kernel.resources.get(ctx, group, id)
  const query = kind === 'dynamic' ? (filter as Record<string, string>) : { groups: String(id) }
  return { count: await countMembers(ctx, query), query }
}

/** How many contacts a filter of their list leaves. @throws Failed INVALID for what is no filter of it */
export async function countMembers(ctx: Ctx, query: Readonly<Record<string, string>>): Promise<number> {
  const r = ctx.kernel.registry.resources.get('contact')
  if (!r) throw new AppError(NOT_FOUND)
  const { where } = planList(ctx, r, query)
  return (await ctx.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from ${name(r.table)} t where ${where}`))?.n ?? 0
}
