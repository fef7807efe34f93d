import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import { richToHtml } from '../text/rich.ts'
import type { Row } from '../api-types.ts'
import type { Resource } from './compile.ts'
import { planList } from './query.ts'
import { selection, toApiRow } from './read.ts'
import { notDeletedSql } from './scope.ts'
import { readPublicFieldLines } from './public-fields.ts'

/** All public rows of a resource: public fields without long texts, cached until a row changes. */
export function listPublicRows(registry: Registry, ctx: Ctx, r: Resource): Promise<Row[]> {
  return ctx.kernel.cache.get(`shown ${r.name} ${ctx.language}`, [r.name], 60_000, async () => {
    const order = r.def.sortBy ? planList(ctx, r, {}).order : sql`t.id`
    const rows = await ctx.kernel.db.rows<Record<string, unknown>>(sql`
      select ${shownFields(registry, ctx, r, true)} from ${name(r.table)} t
      where ${notDeletedSql(r, 't')}${r.def.store?.where ? sql` and ${r.def.store.where}` : sql``} order by ${order} limit 1000`)
    return rows.map((raw) => asShown(registry, ctx, r, raw))
  })
}

/** One public row by its key. @throws AppError NOT_FOUND */
export async function getPublicRow(registry: Registry, ctx: Ctx, r: Resource, key: string): Promise<Row> {
  const column = r.byName.get(r.def.store?.by ?? '')?.column ?? 'id'
  const raw = await ctx.kernel.db.one<Record<string, unknown>>(sql`
    select ${shownFields(registry, ctx, r)} from ${name(r.table)} t
    where t.${name(column)} = ${key} and ${notDeletedSql(r, 't')}${r.def.store?.where ? sql` and ${r.def.store.where}` : sql``}`)
  if (!raw) throw new AppError(NOT_FOUND)
  return asShown(registry, ctx, r, raw)
}

function shownFields(registry: Registry, ctx: Ctx, r: Resource, brief = false) {
  // Always read as a guest, because the result is cached for everybody.
  const visitor: Ctx = { ...ctx, actor: { kind: 'guest' } }
  const long = (field: string) => r.byName.get(field)?.meta.kind === 'rich' && !r.byName.get(field)?.meta.small
  const only = new Set(r.def.store?.show.filter((field) => !brief || !long(field)))
  return selection(registry, r, 't', { ctx: visitor, language: ctx.language, only })
}

function asShown(registry: Registry, ctx: Ctx, r: Resource, raw: Record<string, unknown>): Row {
  const row = toApiRow(registry, r, raw)
  for (const f of r.fields) if (f.meta.kind === 'rich' && f.name in row) row[f.name] = richToHtml(row[f.name] as string)
  if (r.viewFields.page.length > 0) Object.assign(row, { fields: readPublicFieldLines(ctx, r, row) })
  return row
}
