import { pick } from '../db/localized.ts'
import { instant } from '../db/pool.ts'
import { id, join, literal, sql, type Sql } from '../db/sql.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Locale, Row } from '../wire.ts'
import type { CompiledField, Resource } from './compile.ts'

/** In which language rows are read: `*` answers maps of all languages, `main` then names relations. */
export interface ReadOptions {
  language: Locale | '*'
  main: Locale
  /** Fields to read; all when absent. */
  only?: ReadonlySet<string>
}

const dot = (alias: string, column: string) => sql`${id(alias)}.${id(column)}`

/** Name of the property that carries a relation's label: `brand_id` → `brand_name`, `categories` → `categories_names`. */
export const nameOf = (field: CompiledField): string =>
  field.meta.kind === 'many' ? `${field.name}_names` : `${field.name.replace(/_id$/, '')}_name`

/** What names a row of `r` to people, in one language. */
export function titleSql(r: Resource, alias: string, language: Locale, main: Locale): Sql {
  const column = dot(alias, r.title.column ?? 'id')
  return r.title.meta.localized ? pick(column, language, main) : column
}

/** Value of a field for sorting, filtering and comparing, in one language. */
export function fieldSql(field: CompiledField, alias: string, language: Locale, main: Locale): Sql {
  if (field.meta.ext) return sql`(${id(alias)}.ext->${literal(field.meta.ext)}->>${literal(field.name)})`
  const column = dot(alias, field.column ?? field.name)
  return field.meta.localized ? pick(column, language, main) : column
}

/** Only rows that are not deleted. */
export const living = (r: Resource, alias: string): Sql => (r.softDelete ? sql`${dot(alias, 'deleted_at')} is null` : sql`true`)

/** The select list of a resource: every readable field under its own name, relations with their labels. */
export function selection(registry: Registry, r: Resource, alias: string, o: ReadOptions): Sql {
  const wanted = (f: CompiledField) => f.meta.kind !== 'password' && (!o.only || o.only.has(f.name))
  const own = [dot(alias, 'id'), dot(alias, 'created_at'), dot(alias, 'updated_at'), ...(r.locked ? [dot(alias, 'version')] : [])]
  return join([...own, ...r.fields.filter(wanted).flatMap((f) => expressions(registry, r, f, alias, o))], ', ')
}

function expressions(registry: Registry, r: Resource, f: CompiledField, alias: string, o: ReadOptions): Sql[] {
  const as = (value: Sql, name = f.name) => sql`${value} as ${id(name)}`
  const language = o.language === '*' ? o.main : o.language
  if (f.meta.secret)
    return [
      as(f.meta.ext ? sql`(${fieldSql(f, alias, language, o.main)} is not null)` : sql`${dot(alias, f.column ?? f.name)} is not null`),
    ]
  if (f.meta.kind === 'rows') return [as(childRows(registry, f, alias, o))]
  if (f.meta.kind === 'many') {
    const link = sql`from ${id(f.meta.through ?? '')} l where l.${id(`${r.name}_id`)} = ${dot(alias, 'id')}`
    const target = registry.resource(f.meta.to ?? '')
    return [
      as(sql`(select coalesce(json_agg(l.${id(`${target.name}_id`)} order by l."order", l.${id(`${target.name}_id`)}), '[]') ${link})`),
      as(
        sql`(select coalesce(json_agg(${titleSql(target, 'x', language, o.main)} order by l."order", x.id), '[]')
        from ${id(f.meta.through ?? '')} l join ${id(target.table)} x on x.id = l.${id(`${target.name}_id`)}
        where l.${id(`${r.name}_id`)} = ${dot(alias, 'id')})`,
        nameOf(f),
      ),
    ]
  }
  if (f.meta.ext) return [as(sql`${id(alias)}.ext->${literal(f.meta.ext)}->${literal(f.name)}`)]
  const column = dot(alias, f.column ?? f.name)
  if (f.meta.kind === 'one') {
    const target = registry.resource(f.meta.to ?? '')
    return [
      as(column),
      as(sql`(select ${titleSql(target, 'x', language, o.main)} from ${id(target.table)} x where x.id = ${column})`, nameOf(f)),
    ]
  }
  if (f.meta.localized && o.language !== '*') return [as(pick(column, o.language, o.main))]
  return [as(column)]
}

function childRows(registry: Registry, f: CompiledField, alias: string, o: ReadOptions): Sql {
  const child = registry.resource(f.meta.to ?? '')
  const inner = `${alias}c`
  const order = child.byName.has('order') ? sql`${dot(inner, 'order')}, ${dot(inner, 'id')}` : dot(inner, 'id')
  return sql`(select coalesce(json_agg(x), '[]') from (
    select ${selection(registry, child, inner, { language: o.language, main: o.main })} from ${id(child.table)} ${id(inner)}
    where ${dot(inner, f.meta.by ?? '')} = ${dot(alias, 'id')} and ${living(child, inner)} order by ${order}) x)`
}

/** A row as the wire shows it, from what `selection` answered. */
export function toWire(registry: Registry, r: Resource, raw: Record<string, unknown>): Row {
  const row: Record<string, unknown> = { ...raw }
  // Child rows come as JSON, in which PostgreSQL writes moments its own way.
  for (const name of ['created_at', 'updated_at']) {
    const at = row[name]
    if (typeof at === 'string' && !at.endsWith('Z')) row[name] = instant(at)
  }
  for (const f of r.fields) {
    if (!(f.name in raw)) continue
    const value = raw[f.name]
    if (f.meta.secret) row[f.name] = { set: value }
    else if (f.meta.kind === 'rows') {
      const child = registry.resource(f.meta.to ?? '')
      row[f.name] = (value as Record<string, unknown>[]).map((c) => toWire(registry, child, c))
    } else if (f.meta.ext) row[f.name] = value ?? f.meta.default ?? null
    else if (f.meta.localized && f.meta.kind === 'json') row[f.name] = parsed(value, f)
    else if (f.meta.localized) row[f.name] = value === null && !f.meta.nullable ? '' : value
    else row[f.name] = f.kind.fromDb(value, f.meta)
  }
  return row as Row
}

/** JSON per language: one language comes as its text, all of them as a map. */
function parsed(value: unknown, f: CompiledField): unknown {
  if (typeof value === 'string') return JSON.parse(value)
  return value ?? f.meta.default ?? null
}
