import type { Ctx } from '../context.ts'
import { id, likeText, sql, type Sql } from '../db/sql.ts'
import { valueType } from '../fields/columns.ts'
import { isDay, findProblem } from '../fields/rules.ts'
import type { Field, FieldMeta } from '../fields/types.ts'
import { validationError, message } from '../http/errors.ts'
import { BadText } from '../field-types/define.ts'
import { whole } from '../field-types/numbers.ts'
import { basic } from '../setting/basic.ts'
import { type CompiledField, ordered, type Resource } from './compile.ts'
import { fieldSql } from './read.ts'

const operators = ['gte', 'lte', 'like', 'empty'] as const
type Operator = (typeof operators)[number]

export const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word)

/**
 * SQL condition of one list filter.
 * @throws AppError INVALID naming the field when its field type cannot parse the value.
 */
export function filterSql(ctx: Ctx, r: Resource, f: CompiledField, operator: Operator | undefined, value: string): Sql {
  const refuse = (key = 'core:rule.check_input', word = '') => validationError({ [f.name]: message(key, { word: word.slice(0, 60) }) })
  const read = (part: string): unknown => {
    try {
      if (f.meta.kind === 'many') return whole(part)
      const settled = f.kind.normalize(f.kind.parse(part, f.meta))
      if (!comparable(f, settled)) throw refuse(f.meta.values ? 'core:rule.word' : (f.kind.messages.format ?? f.kind.messages.type), part)
      return f.kind.toDb(settled, f.meta)
    } catch (error) {
      if (error instanceof BadText) throw refuse(error.key)
      throw error
    }
  }
  // Splits by commas, except for field types whose values contain commas.
  const several = () => (commas.has(f.meta.kind) ? [value] : value.split(','))
  const bound = operator === 'gte' || operator === 'lte'
  if (value.includes('\0') || (bound && !ordered(f.meta))) throw refuse()
  if (f.meta.kind === 'many') {
    const requested = several().map(read)
    return sql`exists (select 1 from ${id(f.meta.through ?? '')} l where l.${id(`${r.name}_id`)} = t.id and l.${id(`${f.meta.to}_id`)} = any(${requested}))`
  }
  const expression = fieldSql(f, 't', ctx.language, ctx.mainLanguage)
  // For timestamps a day means a day in the shop's time zone.
  const isWholeDay = f.meta.kind === 'instant' && isDay(value)
  const begins = (after: number) => sql`(${value}::date + ${after}::int)::timestamp at time zone ${ctx.kernel.settings.of(basic).time_zone}`
  switch (operator) {
    case 'gte':
      return sql`${expression} >= ${isWholeDay ? begins(0) : read(value)}`
    case 'lte':
      return isWholeDay ? sql`${expression} < ${begins(1)}` : sql`${expression} <= ${read(value)}`
    case 'like':
      return sql`${expression}::text ilike ${`%${likeText(value)}%`}`
    case 'empty':
      return value === '1' ? emptySql(f, expression) : sql`not ${emptySql(f, expression)}`
    default: {
      if (isWholeDay) return sql`${expression} >= ${begins(0)} and ${expression} < ${begins(1)}`
      const requested = several().map(read)
      if (f.kind.list) return holdsAny(f, expression, requested.flat())
      return requested.length === 1 ? sql`${expression} = ${requested[0]}` : sql`${expression} = any(${requested})`
    }
  }
}

const commas = new Set(['place', 'json'])

const emptySql = (f: CompiledField, value: Sql): Sql =>
  f.kind.list ? sql`(coalesce(${value}::text, '') in ('', '{}', '[]'))` : sql`(coalesce(${value}::text, '') = '')`

/** Rows whose list contains at least one of the values. */
const holdsAny = (f: CompiledField, list: Sql, requested: readonly unknown[]): Sql =>
  f.meta.ext
    ? sql`exists (select 1 from jsonb_array_elements_text(${list}) e where e = any(${requested.map(String)}::text[]))`
    : sql`${list}::text[] && ${requested.map(String)}::text[]`

const unbound = new WeakMap<CompiledField, Field>()

/** The field without its limits: a filter may ask for values outside them, and finds nothing. */
function withoutBounds(f: CompiledField): Field {
  const cached = unbound.get(f)
  if (cached) return cached
  const { min: _, max: __, minLength: ___, maxLength: ____, ...rest } = f.meta
  const meta: FieldMeta = { ...rest, required: false }
  const made = { ...f.kind.schema(meta), 'x-field': meta } as Field
  unbound.set(f, made)
  return made
}

/** Whether a value can be compared with the column: it is valid for the field type and fits the column's type. */
function comparable(f: CompiledField, value: unknown): boolean {
  const type = f.meta.localized ? 'text' : valueType(f.meta)
  // Any text can be compared, except in closed lists: a typing error there would silently find nothing.
  if (type === 'text' || type === 'text[]') return [value].flat().every((v) => v === '' || (f.meta.values?.includes(v as string) ?? true))
  if (typeof value === 'string' && f.meta.kind === 'instant' && isDay(value)) return true
  if (type === 'integer' && (typeof value !== 'number' || Math.abs(value) > 2_147_483_647)) return false
  return findProblem(withoutBounds(f), value) === undefined
}
