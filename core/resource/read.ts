import { hasPermission, type Ctx, type Kernel } from '../context.ts'
import { localizedSql } from '../db/localized.ts'
import { instant } from '../db/pool.ts'
import { id, join, literal, raw, sql, type Sql } from '../db/sql.ts'
import { getColumnName, valueType } from '../fields/columns.ts'
import { privateFilesSql } from '../file/private-file-fields.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Locale, Row } from '../api-types.ts'
import type { CompiledField, Resource } from './compile.ts'
import { notDeletedSql, isVisibleSql } from './scope.ts'

/** Actor and language of a read: `*` returns maps of all languages, and relation labels in the main language. */
export interface ReadOptions {
  ctx: Ctx
  language: Locale | '*'
  /** Fields to read; all when absent. */
  only?: ReadonlySet<string>
}

const dot = (alias: string, column: string) => sql`${id(alias)}.${id(column)}`

/** SQL for the label of a row of `r` in one language. */
export function titleSql(r: Resource, alias: string, language: Locale, main: Locale): Sql {
  const column = dot(alias, r.title.column ?? 'id')
  return r.title.meta.localized ? localizedSql(column, language, main) : column
}

/** SQL for the value of a field in one language, in the column type of its field type, for sorting, filtering and comparing. */
export function fieldSql(field: CompiledField, alias: string, language: Locale, main: Locale): Sql {
  if (field.meta.ext) return extSql(field, field.meta.ext, alias)
  const column = dot(alias, field.column ?? field.name)
  return field.meta.localized ? localizedSql(column, language, main) : column
}

/** A contributed value with the type of a column. Rows older than the contributing plugin have the default. */
function extSql({ name, kind, meta }: CompiledField, plugin: string, alias: string): Sql {
  const inside = sql`${id(alias)}.ext->${literal(plugin)}`
  if (kind.list || kind.column === 'jsonb') {
    const value = sql`${inside}->${literal(name)}`
    return meta.default === undefined ? sql`(${value})` : sql`coalesce(${value}, ${literal(JSON.stringify(meta.default))}::jsonb)`
  }
  // `ext` stores amounts as in JSON: "128.00".
  const type = raw(meta.kind === 'money' ? 'numeric' : (valueType(meta) ?? 'text'))
  const value = sql`(${inside}->>${literal(name)})::${type}`
  const start = meta.default === undefined ? undefined : sql`${literal(String(meta.default))}::${type}`
  const typed = start ? sql`coalesce(${value}, ${start})` : value
  return meta.kind === 'money' ? sql`(${typed} * 100)::bigint` : sql`(${typed})`
}

/**
 * SQL for the value of a contributed field, in the column type of its field type, for statements that read the table `alias` of its
 * resource.
 * @throws Error when no extension contributes it
 */
export function extensionSql({ registry }: Pick<Kernel, 'registry'>, resource: { name: string }, field: string, alias: string): Sql {
  const found = registry.resource(resource.name).byName.get(field)
  if (!found?.meta.ext) throw new Error(`no extension adds the field "${field}" to ${resource.name}`)
  return extSql(found, found.meta.ext, alias)
}

/** The select list of a resource: every readable field under its name, relations with their labels. */
export function selection(registry: Registry, r: Resource, alias: string, o: ReadOptions): Sql {
  const requested = (f: CompiledField) => f.meta.kind !== 'password' && (!o.only || o.only.has(f.name))
  const baseColumns = [dot(alias, 'id'), dot(alias, 'created_at'), dot(alias, 'updated_at'), ...(r.locked ? [dot(alias, 'version')] : [])]
  return join([...baseColumns, ...r.fields.filter(requested).flatMap((f) => expressions(registry, r, f, alias, o))], ', ')
}

/** The requested list columns that are no fields. */
export const columnsSql = (r: Resource, ctx: Ctx, only: ReadonlySet<string>): Sql[] =>
  [...r.columns.values()].filter(({ name }) => only.has(name)).map(({ name, read }) => sql`${read(ctx)} as ${id(name)}`)

function expressions(registry: Registry, r: Resource, f: CompiledField, alias: string, o: ReadOptions): Sql[] {
  const as = (value: Sql, name = f.name) => sql`${value} as ${id(name)}`
  const { mainLanguage } = o.ctx
  const language = o.language === '*' ? mainLanguage : o.language
  const to = { ctx: o.ctx, language }
  if (f.meta.secret && f.meta.readNeeds !== undefined)
    return hasPermission(o.ctx.actor, f.meta.readNeeds) ? [as(dot(alias, f.column ?? f.name))] : []
  if (f.meta.secret)
    return [
      as(
        f.meta.ext ? sql`(${fieldSql(f, alias, language, mainLanguage)} is not null)` : sql`${dot(alias, f.column ?? f.name)} is not null`,
      ),
    ]
  if (f.meta.kind === 'rows') return [as(childRows(registry, f, alias, o))]
  if (f.meta.kind === 'many') {
    const link = sql`from ${id(f.meta.through ?? '')} l where l.${id(`${r.name}_id`)} = ${dot(alias, 'id')}`
    const target = registry.resource(f.meta.to ?? '')
    return [
      as(sql`(select coalesce(json_agg(l.${id(`${target.name}_id`)} order by l."order", l.${id(`${target.name}_id`)}), '[]') ${link})`),
      as(
        sql`(select coalesce(json_agg(${seenTitle(target, to)} order by l."order", x.id), '[]')
        from ${id(f.meta.through ?? '')} l join ${id(target.table)} x on x.id = l.${id(`${target.name}_id`)}
        where l.${id(`${r.name}_id`)} = ${dot(alias, 'id')})`,
        getColumnName(f),
      ),
    ]
  }
  if (f.meta.kind === 'privateFile') return [as(privateFilesSql(r, f, alias, fieldSql(f, alias, language, mainLanguage)))]
  if (f.meta.ext) {
    const value = as(sql`${id(alias)}.ext->${literal(f.meta.ext)}->${literal(f.name)}`)
    const valueSql = fieldSql(f, alias, language, mainLanguage)
    if (f.meta.kind === 'one') return [value, as(getTitle(registry.resource(f.meta.to ?? ''), valueSql, to), getColumnName(f))]
    return f.meta.kind === 'any' ? [value, as(anyTitle(registry, f, valueSql, to), getColumnName(f))] : [value]
  }
  const column = dot(alias, f.column ?? f.name)
  if (f.meta.kind === 'one') return [as(column), as(getTitle(registry.resource(f.meta.to ?? ''), column, to), getColumnName(f))]
  if (f.meta.kind === 'any') return [as(column), as(anyTitle(registry, f, column, to), getColumnName(f))]
  if (f.meta.localized && o.language !== '*') return [as(localizedSql(column, o.language, mainLanguage))]
  return [as(column)]
}

/** Actor and language of relation labels. */
interface Reader {
  ctx: Ctx
  language: Locale
}

/** SQL for the label of the row `x`; null when the actor cannot see it. */
function seenTitle(target: Resource, { ctx, language }: Reader): Sql {
  const title = titleSql(target, 'x', language, ctx.mainLanguage)
  const visibleSql = isVisibleSql(ctx, target, sql`x.id`)
  return visibleSql ? sql`case when ${visibleSql} then ${title} end` : title
}

/** SQL for the label of the row with an id. */
const getTitle = (target: Resource, key: Sql, to: Reader): Sql =>
  sql`(select ${seenTitle(target, to)} from ${id(target.table)} x where x.id = ${key})`

/** SQL for the label of the row that "order:12" refers to. */
function anyTitle(registry: Registry, f: CompiledField, value: Sql, to: Reader): Sql {
  const whens = (f.meta.among ?? []).flatMap((name) => {
    const target = registry.resources.get(name)
    return target ? [sql`when ${literal(name)} then ${getTitle(target, sql`split_part(${value}, ':', 2)::bigint`, to)}::text`] : []
  })
  return whens.length > 0 ? sql`case split_part(${value}, ':', 1) ${join(whens, ' ')} end` : sql`null::text`
}

function childRows(registry: Registry, f: CompiledField, alias: string, o: ReadOptions): Sql {
  const child = registry.resource(f.meta.to ?? '')
  const inner = `${alias}c`
  const visibleSql = isVisibleSql(o.ctx, child, dot(inner, 'id'))
  const order = child.byName.has('order') ? sql`${dot(inner, 'order')}, ${dot(inner, 'id')}` : dot(inner, 'id')
  return sql`(select coalesce(json_agg(x), '[]') from (
    select ${selection(registry, child, inner, { ctx: o.ctx, language: o.language })} from ${id(child.table)} ${id(inner)}
    where ${dot(inner, f.meta.by ?? '')} = ${dot(alias, 'id')} and ${notDeletedSql(child, inner)}${visibleSql ? sql` and ${visibleSql}` : sql``} order by ${order}) x)`
}

/** Converts a result row of `selection` to the API row. */
export function toApiRow(registry: Registry, r: Resource, raw: Record<string, unknown>): Row {
  const row: Record<string, unknown> = { ...raw }
  // Child rows come as JSON, with timestamps in PostgreSQL's format.
  for (const name of ['created_at', 'updated_at']) {
    const at = row[name]
    if (typeof at === 'string' && !at.endsWith('Z')) row[name] = instant(at)
  }
  for (const { name, kind, meta } of r.columns.values()) if (name in raw) row[name] = kind.fromDb(raw[name], meta)
  for (const f of r.fields) {
    if (!(f.name in raw)) continue
    const value = raw[f.name]
    if (f.meta.secret)
      row[f.name] = f.meta.readNeeds === undefined ? { set: value } : typeof value === 'string' ? (registry.unseal(value) ?? null) : null
    else if (f.meta.kind === 'rows') {
      const child = registry.resource(f.meta.to ?? '')
      row[f.name] = (value as Record<string, unknown>[]).map((c) => toApiRow(registry, child, c))
    } else if (f.meta.ext) row[f.name] = value ?? f.meta.default ?? null
    else if (f.meta.localized && f.kind.column === 'jsonb') row[f.name] = parsed(value, f)
    else if (f.meta.localized) row[f.name] = value === null && !f.meta.nullable ? '' : value
    else row[f.name] = f.kind.fromDb(value, f.meta)
  }
  return row as Row
}

/** A localized JSON value: in one language a JSON text, in all languages a map. */
function parsed(value: unknown, f: CompiledField): unknown {
  if (typeof value === 'string') return JSON.parse(value)
  return value ?? f.meta.default ?? null
}
