import { hasPermission, type Ctx } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { id, join, literal, sql, type Sql } from '../db/sql.ts'
import type { Resource } from './compile.ts'
import type { Scope } from './define.ts'

/** Only rows that are not deleted. */
export const notDeletedSql = (r: Resource, alias: string): Sql => (r.softDelete ? sql`${id(alias)}.deleted_at is null` : sql`true`)

/**
 * Scope of rows that belong to members of staff: each sees their own. `column` is the field with the account, `all` the permission
 * for seeing all rows. System work sees all, customers none. Rows created by staff belong to them unless they name another owner.
 */
export function ownRowsScope(column: string, { all }: { all?: string } = {}): Scope {
  const scope = ({ actor }: Ctx): Sql | null => {
    if (actor.kind === 'system' || (all !== undefined && hasPermission(actor, all))) return null
    return actor.kind === 'admin' ? sql`t.${id(column)} = ${actor.id}` : sql`false`
  }
  return Object.assign(scope, { column, ...(all === undefined ? {} : { all }) })
}

/** Condition on the rows of a resource that an actor may read and change; `t` is the row's table. */
export function scopeSql(ctx: Ctx, r: Resource): Sql {
  const scope = r.def.scope?.(ctx)
  return join([notDeletedSql(r, 't'), ...(r.def.where ? [r.def.where] : []), ...(scope ? [sql`(${scope})`] : [])], ' and ')
}

/** Condition that the actor can see the row with the id `key`; undefined when they see all. Includes deleted and internal rows. */
export function isVisibleSql(ctx: Ctx, r: Resource, key: Sql): Sql | undefined {
  const scope = r.def.scope?.(ctx)
  // `key` belongs to the outer query, where `t` may be another table.
  return scope ? sql`${key} in (select t.id from ${id(r.table)} t where ${scope})` : undefined
}

/**
 * For tables with references to rows of any resource (name and id): excludes entries about rows outside the actor's scope. Deleted
 * rows have no owner, so entries about them are visible only to people who see all rows of the resource.
 */
export function refersToVisibleSql(ctx: Ctx, resource: Sql, key: Sql): Sql {
  const parts = [...ctx.kernel.registry.resources.values()].flatMap((r) => {
    const visibleSql = r.def.scope?.notes ? undefined : isVisibleSql(ctx, r, key)
    return visibleSql ? [sql`(${resource} is distinct from ${literal(r.name)} or ${key} is null or ${visibleSql})`] : []
  })
  return parts.length > 0 ? join(parts, ' and ') : sql`true`
}

/** Scope of notes about rows of any resource, named by two fields: hidden when the actor cannot see the row. */
export const visibleSubjectScope = (resource: string, key: string): Scope =>
  Object.assign((ctx: Ctx) => refersToVisibleSql(ctx, sql`t.${id(resource)}`, sql`t.${id(key)}`), { column: key, notes: true })

/** The ids whose rows the actor can see. With `held` their existence is not checked, because a foreign key guarantees it. */
export async function findVisibleIds(
  db: Db,
  ctx: Ctx,
  resource: string,
  ids: readonly number[],
  hasForeignKey = true,
): Promise<ReadonlySet<number>> {
  const r = ctx.kernel.registry.resources.get(resource)
  if (!r || (hasForeignKey && !r.def.scope?.(ctx))) return new Set(ids)
  const rows = await db.rows<{ id: number }>(
    sql`select t.id from ${id(r.table)} t where t.id = any(${[...ids]}::bigint[]) and ${scopeSql(ctx, r)}`,
  )
  return new Set(rows.map((row) => row.id))
}
