import type { FastifyInstance } from 'fastify'
import { record } from '../audit/audit.ts'
import type { Ctx, Kernel } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import { invalid, text } from '../http/errors.ts'
import { ctxOf } from '../http/language.ts'
import { verbPermission } from '../plugin/registry.ts'
import type { Row } from '../wire.ts'
import type { Resource } from './compile.ts'
import { describeDerived } from './describe.ts'
import { rowId } from './ids.ts'
import type { Env } from './lock.ts'
import { selection, toWire } from './read.ts'
import { living, within } from './scope.ts'

/** Distance of siblings that were put in order. */
const step = 100

/** What a client calls many rows: `menus`, `categories`. */
const pluralOf = (r: Resource) => (r.name.endsWith('y') ? `${r.name.slice(0, -1)}ies` : `${r.name}s`)

/** `GET /{resource}/flat` and `PUT /{resource}/sort {menus: nested ids}` of a resource that is a tree. */
export function treeRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const get = { config: { needs: verbPermission('get', r.name), describe: () => describeDerived(kernel.registry, r, 'flat') } }
  if (r.verbs.includes('get')) app.get(`/${r.name}/flat`, get, async (request) => ({ data: await flat(ctxOf(kernel, request), r) }))
  if (!r.verbs.includes('update') || !r.byName.has('order')) return
  const put = { config: { needs: verbPermission('update', r.name), describe: () => describeDerived(kernel.registry, r, 'sort') } }
  app.put(`/${r.name}/sort`, put, async (request) => {
    const ctx = ctxOf(kernel, request)
    await sortTree(ctx, r, ((request.body ?? {}) as Record<string, unknown>)[pluralOf(r)])
    return { data: await flat(ctx, r) }
  })
}

/** All rows, parents before their children and siblings in order, each with its `depth`. */
async function flat(ctx: Ctx, r: Resource): Promise<Row[]> {
  const parent = name(r.def.tree ?? '')
  const place = r.byName.has('order') ? sql`array[t."order"::bigint, t.id]` : sql`array[t.id]`
  const rows = await ctx.kernel.db.rows<Record<string, unknown>>(sql`
    with recursive x as (
      select t.id, 0 as depth, ${place} as place from ${name(r.table)} t where t.${parent} is null and ${living(r, 't')}
      union all select t.id, x.depth + 1, x.place || ${place} from ${name(r.table)} t join x on x.id = t.${parent} where ${living(r, 't')})
    select ${selection(ctx.kernel.registry, r, 't', { ctx, language: ctx.language })}, x.depth
    from x join ${name(r.table)} t on t.id = x.id where ${within(ctx, r)} order by x.place`)
  return rows.map((raw) => toWire(ctx.kernel.registry, r, raw))
}

interface Place {
  id: number
  parent: number | null
  order: number
}

/** Reads nested ids: numbers, or `{id, children}`. */
function places(list: unknown, parent: number | null, depth = 0): Place[] {
  if (!Array.isArray(list) || depth > 20) throw new TypeError('nested ids')
  return list.flatMap((node: unknown, i) => {
    const { id, children = [] } = (node !== null && typeof node === 'object' ? node : { id: node }) as { id?: unknown; children?: unknown }
    const own = rowId(id)
    return [{ id: own, parent, order: i * step }, ...places(children ?? [], own, depth + 1)]
  })
}

/**
 * Puts a whole tree in order with one statement. As each row stands once in the nested list, no row can come to
 * stand inside itself.
 * @throws Failed INVALID when a row is named twice or is missing.
 */
async function sortTree(ctx: Ctx, r: Resource, nested: unknown): Promise<void> {
  const field = pluralOf(r)
  let wanted: Place[]
  try {
    wanted = places(nested, null)
  } catch {
    throw invalid({ [field]: text('core:rule.check_input') })
  }
  const ids = wanted.map((p) => p.id)
  if (new Set(ids).size < ids.length) throw invalid({ [field]: text('core:rule.no_repeated') })
  const version = r.locked ? sql`, version = t.version + 1` : sql``
  await ctx.kernel.work(async (tx) => {
    const there = await tx.rows<{ id: number }>(sql`select t.id from ${name(r.table)} t where ${within(ctx, r)} order by t.id for update`)
    if (there.length !== ids.length || !there.every((row) => ids.includes(row.id)))
      throw invalid({ [field]: text('core:error.tree_changed') })
    const parent = name(r.def.tree ?? '')
    const moved = await tx.rows<{ id: number }>(sql`
      update ${name(r.table)} t set ${parent} = s.parent, "order" = s.place, updated_at = now()${version}
      from unnest(${ids}::bigint[], ${wanted.map((p) => p.parent)}::bigint[], ${wanted.map((p) => p.order)}::int[]) as s(id, parent, place)
      where t.id = s.id and (t.${parent} is distinct from s.parent or t."order" is distinct from s.place) returning t.id`)
    if (moved.length === 0) return
    tx.touch(r.name)
    await record(tx, ctx, { resource: r.name, rowId: null, verb: 'sort', changes: [{ field: 'order', old: null, new: wanted }] })
  })
}

/**
 * Refuses a row that would stand inside itself. Only its own ancestors can close a circle, so one walk upwards is enough. Rows of
 * one tree are hung elsewhere one at a time: two at once would not see each other close it.
 */
export async function refuseCircle(env: Env, r: Resource, row: number, input: Record<string, unknown>): Promise<void> {
  const field = r.def.tree
  const above = field ? input[field] : undefined
  if (!field || above === undefined || above === null || above === '') return
  const parent = name(field)
  await env.tx.run(sql`select pg_advisory_xact_lock(hashtext(${`stoa tree ${r.name}`}))`)
  const circle = await env.tx.one(sql`
    with recursive up as (
      select t.id, t.${parent} as parent from ${name(r.table)} t where t.id = ${above}
      union select t.id, t.${parent} from ${name(r.table)} t join up on t.id = up.parent
    ) select 1 from up where id = ${row}`)
  if (circle) throw invalid({ [field]: text('core:error.circle') })
}

/** Rows of a tree in the order they can be deleted in: those below before those above. */
export async function leavesFirst(ctx: Ctx, r: Resource, ids: readonly number[]): Promise<Set<number>> {
  const parent = name(r.def.tree ?? '')
  const rows = await ctx.kernel.db.rows<{ id: number }>(sql`
    with recursive up as (
      select t.id as start, t.${parent} as parent, 0 as depth from ${name(r.table)} t where t.id = any(${[...ids]}::bigint[])
      union all select up.start, t.${parent}, up.depth + 1 from ${name(r.table)} t join up on t.id = up.parent where up.depth < 50)
    select start as id from up group by start order by max(depth) desc, start`)
  return new Set([...rows.map((row) => row.id), ...ids])
}
