import { recordAudit } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import { f } from '../fields/f.ts'
import { validationError, message } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import type { Row } from '../api-types.ts'
import { describeRoute, languageQuery, getReadableName } from './route-parts.ts'
import type { Resource } from './compile.ts'
import { parseRowId } from './ids.ts'
import { selection, toApiRow } from './read.ts'
import { notDeletedSql, scopeSql } from './scope.ts'

/** Gap between the order numbers of siblings. */
const step = 100

/** Plural of a resource name, as clients use it: `menus`, `categories`. */
const getPlural = (r: Resource) => (r.name.endsWith('y') ? `${r.name.slice(0, -1)}ies` : `${r.name}s`)

/** `GET /{resource}/flat` and `PUT /{resource}/sort {menus: nested ids}` of a tree resource. */
export function treeRoutes(r: Resource): Route[] {
  if (!r.def.tree) return []
  const answer = t.object({ data: t.list(t.row(r.name)) })
  const field = getPlural(r)
  const get = route({
    on: `GET /${r.name}/flat`,
    ...describeRoute(r, 'get', 'flat', `The whole tree of ${getReadableName(r)}, each row with its depth`),
    queryFields: languageQuery,
    response: answer,
    run: async ({ ctx }) => ({ data: await flat(ctx, r) }),
  })
  const put = route({
    on: `PUT /${r.name}/sort`,
    ...describeRoute(r, 'update', 'sort', `Puts the whole tree of ${getReadableName(r)} in order`),
    accepts: { [field]: f.json({ docs: 'Every id once: a number, or `{ id, children }` with those below it.' }) },
    requires: [field],
    response: answer,
    run: async ({ ctx, rawBody }) => {
      await sortTree(ctx, r, rawBody[field])
      return { data: await flat(ctx, r) }
    },
  })
  return [...(r.verbs.includes('get') ? [get] : []), ...(r.verbs.includes('update') && r.byName.has('order') ? [put] : [])]
}

/** All rows, parents before children and siblings in order, each with its `depth`. */
async function flat(ctx: Ctx, r: Resource): Promise<Row[]> {
  const parent = name(r.def.tree ?? '')
  const place = r.byName.has('order') ? sql`array[t."order"::bigint, t.id]` : sql`array[t.id]`
  const rows = await ctx.kernel.db.rows<Record<string, unknown>>(sql`
    with recursive x as (
      select t.id, 0 as depth, ${place} as place from ${name(r.table)} t where t.${parent} is null and ${notDeletedSql(r, 't')}
      union all select t.id, x.depth + 1, x.place || ${place} from ${name(r.table)} t join x on x.id = t.${parent} where ${notDeletedSql(r, 't')})
    select ${selection(ctx.kernel.registry, r, 't', { ctx, language: ctx.language })}, x.depth
    from x join ${name(r.table)} t on t.id = x.id where ${scopeSql(ctx, r)} order by x.place`)
  return rows.map((raw) => toApiRow(ctx.kernel.registry, r, raw))
}

interface Place {
  id: number
  parent: number | null
  order: number
}

/** Parses nested ids: numbers, or `{id, children}`. */
function places(list: unknown, parent: number | null, depth = 0): Place[] {
  if (!Array.isArray(list) || depth > 20) throw new TypeError('nested ids')
  return list.flatMap((node: unknown, i) => {
    const { id, children = [] } = (node !== null && typeof node === 'object' ? node : { id: node }) as { id?: unknown; children?: unknown }
    const nodeId = parseRowId(id)
    return [{ id: nodeId, parent, order: i * step }, ...places(children ?? [], nodeId, depth + 1)]
  })
}

/**
 * Reorders a whole tree with one statement. Each row occurs once in the nested list, so no cycle is possible.
 * @throws AppError INVALID when a row is named twice or is missing.
 */
async function sortTree(ctx: Ctx, r: Resource, nested: unknown): Promise<void> {
  const field = getPlural(r)
  let requested: Place[]
  try {
    requested = places(nested, null)
  } catch {
    throw validationError({ [field]: message('core:rule.check_input') })
  }
  const ids = requested.map((p) => p.id)
  if (new Set(ids).size < ids.length) throw validationError({ [field]: message('core:rule.no_repeated') })
  const version = r.locked ? sql`, version = t.version + 1` : sql``
  await ctx.kernel.transaction(async (tx) => {
    const there = await tx.rows<{ id: number }>(sql`select t.id from ${name(r.table)} t where ${scopeSql(ctx, r)} order by t.id for update`)
    if (there.length !== ids.length || !there.every((row) => ids.includes(row.id)))
      throw validationError({ [field]: message('core:error.tree_changed') })
    const parent = name(r.def.tree ?? '')
    const moved = await tx.rows<{ id: number }>(sql`
      update ${name(r.table)} t set ${parent} = s.parent, "order" = s.place, updated_at = now()${version}
      from unnest(${ids}::bigint[], ${requested.map((p) => p.parent)}::bigint[], ${requested.map((p) => p.order)}::int[]) as s(id, parent, place)
      where t.id = s.id and (t.${parent} is distinct from s.parent or t."order" is distinct from s.place) returning t.id`)
    if (moved.length === 0) return
    tx.invalidate(r.name)
    await recordAudit(tx, ctx, { resource: r.name, rowId: null, verb: 'sort', changes: [{ field: 'order', old: null, new: requested }] })
  })
}
