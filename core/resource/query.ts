import type { Ctx } from '../context.ts'
import { matchesAnyLanguageSql } from '../db/localized.ts'
import { id, join, likeText, sql, type Sql } from '../db/sql.ts'
import { f as fields } from '../fields/f.ts'
import { validationError, message } from '../http/errors.ts'
import { baseListQuery, paging } from './route-parts.ts'
import type { CompiledField, Resource } from './compile.ts'
import { filterSql, isOperator } from './filter.ts'
import { fieldSql } from './read.ts'
import { scopeSql } from './scope.ts'

/** Query string of a list, not validated. */
export type ListQuery = Record<string, string | string[] | undefined>

/** A validated list query. */
export interface ListPlan {
  where: Sql
  order: Sql
  sort: CompiledField | undefined
  /** Sort key of a row. */
  sortKey: Sql
  descending: boolean
  page: number
  limit: number
  after: [unknown, number] | undefined
}

/** Maximum length of a search text. */
const LONGEST_SEARCH = 200

const getLast = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)

/**
 * Parses page, limit, sort, q and the filters of a list.
 * @throws AppError INVALID naming the invalid or unknown parameter.
 */
export function planList(ctx: Ctx, r: Resource, query: ListQuery): ListPlan {
  const parts: Sql[] = [scopeSql(ctx, r)]
  const q = getLast(query.q)?.trim()
  // Search time grows with the length of the text.
  if (q && q.length > LONGEST_SEARCH) throw validationError({ q: message('core:rule.max_length', { max: LONGEST_SEARCH }) })
  if (q) parts.push(searchSql(r, q))
  for (const [key, raw] of Object.entries(query)) {
    const [name, operator] = key.split('__') as [string, string | undefined]
    const field = r.byName.get(name) ?? (timeColumns.has(name) ? timeField(name) : undefined)
    const value = getLast(raw)
    if (!field?.meta.filter && !Object.hasOwn(baseListQuery, key)) throw validationError({ [key]: message('core:rule.unknown') })
    if (!field?.meta.filter || value === undefined || value === '') continue
    if (operator !== undefined && !isOperator(operator)) throw validationError({ [key]: message('core:rule.unknown') })
    parts.push(filterSql(ctx, r, field, operator, value))
  }
  const { sort, descending } = getSort(r, getLast(query.sort))
  const key = sort ? fieldSql(sort, 't', ctx.language, ctx.mainLanguage) : sql`t.id`
  const way = descending ? sql` desc` : sql``
  const nulls = descending && sort?.meta.nullable ? sql` nulls last` : sql``
  return {
    where: join(parts, ' and '),
    order: sort ? sql`${key}${way}${nulls}, t.id${way}` : sql`t.id${way}`,
    sort,
    sortKey: key,
    descending,
    page: part('page', query),
    limit: part('limit', query),
    after: readCursor(getLast(query.after)),
  }
}

/**
 * Refuses unknown and empty filters: a batch must not affect more rows than were shown.
 * @throws AppError INVALID
 */
export function requireFilters(r: Resource, filter: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(filter)) {
    const isFilterable = key === 'q' || r.byName.get(key.split('__')[0] ?? '')?.meta.filter
    if (!isFilterable || value.trim() === '') throw validationError({ [key]: message('core:rule.unknown') })
  }
}

function part(name: keyof typeof paging, query: ListQuery): number {
  const { min = 1, max = 1, default: usual } = paging[name]['x-field']
  const n = Number(getLast(query[name]) || usual)
  if (Number.isInteger(n) && n >= min && n <= max) return n
  throw validationError({ [name]: message('core:rule.range', { min, max }) })
}

function getSort(r: Resource, requested: string | undefined): { sort: CompiledField | undefined; descending: boolean } {
  const value = requested || r.def.sortBy || '-id'
  const [descending, name] = [value.startsWith('-'), value.replace(/^-/, '')]
  if (name === 'id') return { sort: undefined, descending }
  if (timeColumns.has(name)) return { sort: timeField(name), descending }
  const field = r.byName.get(r.columns.get(name)?.sortBy ?? name)
  if (!field?.meta.sort) throw validationError({ sort: message('core:rule.not_sortable', { field: name }) })
  return { sort: field, descending }
}

const timeColumns = new Set(['created_at', 'updated_at'])

/** The two time columns of every table as fields. */
function timeField(name: string): CompiledField {
  const schema = fields.instant({ readOnly: true, sort: true, filter: true })
  const meta = schema['x-field']
  return { name, column: name, kind: meta.type, schema, meta }
}

function searchSql(r: Resource, q: string): Sql {
  const pattern = `%${likeText(q)}%`
  const parts = r.fields
    .filter((f) => f.meta.search && f.column)
    .map(({ column, meta: { search, localized } }) => {
      const columnSql = sql`t.${id(column ?? '')}`
      const read = typeof search === 'string' ? sql`concat(t.${id(search)}, ${columnSql}, ' ', t.${id(search)})` : sql`${columnSql}::text`
      return localized ? matchesAnyLanguageSql(columnSql, pattern) : sql`${read} ilike ${pattern}`
    })
  if (/^\d{1,15}$/.test(q)) parts.push(sql`t.id = ${Number(q)}`)
  return parts.length > 0 ? sql`(${join(parts, ' or ')})` : sql`false`
}

/** Condition for the rows after a cursor, in the plan's order. */
export function afterSql(ctx: Ctx, plan: ListPlan): Sql {
  if (!plan.after) return sql`true`
  const [value, rowId] = plan.after
  const past = plan.descending ? sql`<` : sql`>`
  if (!plan.sort) return sql`t.id ${past} ${rowId}`
  const key = fieldSql(plan.sort, 't', ctx.language, ctx.mainLanguage)
  const unset = sql`${key} is null and t.id ${past} ${rowId}`
  // PostgreSQL sorts nulls last, and first when descending, unless the order says otherwise.
  const last = !plan.descending || plan.sort.meta.nullable
  if (value === null) return last ? sql`(${unset})` : sql`(${unset} or ${key} is not null)`
  const later = sql`(${key}, t.id) ${past} (${value}, ${rowId})`
  const { nullable, localized, ext } = plan.sort.meta
  return last && (nullable || localized || ext) ? sql`(${later} or ${key} is null)` : later
}

export const writeCursor = (value: unknown, rowId: number): string => Buffer.from(JSON.stringify([value, rowId])).toString('base64url')

function readCursor(value: string | undefined): [unknown, number] | undefined {
  if (!value) return undefined
  try {
    const parsed = JSON.parse(Buffer.from(value, 'base64url').toString()) as unknown
    const [key, rowId] = Array.isArray(parsed) && parsed.length === 2 ? (parsed as unknown[]) : []
    if (Number.isSafeInteger(rowId) && (key === null || typeof key !== 'object')) return [key, rowId as number]
  } catch {
    /* An invalid cursor is reported below. */
  }
  throw validationError({ after: message('core:rule.check_input') })
}
