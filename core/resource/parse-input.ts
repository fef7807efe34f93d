import { type Ctx, hasPermission } from '../context.ts'
import { BadText } from '../field-types/define.ts'
import { getRequiredMessage, findProblem } from '../fields/rules.ts'
import { toFieldMessages, AppError, INVALID, message, type Message } from '../http/errors.ts'
import { isLocale } from '../i18n/locale.ts'
import type { FieldMeta } from '../fields/types.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Locale } from '../api-types.ts'
import { compareValue } from './changes.ts'
import type { CompiledField, Resource } from './compile.ts'
import { getColumnName } from '../fields/columns.ts'

/** Values of a row by field; child rows are lists of the same, with their `id` when they exist. */
export type Values = Record<string, unknown>

export interface ParseOptions {
  language: Locale
  /** True for texts of a multipart form or a sheet. */
  typed?: boolean
  /** Accepts only these global fields; all when absent. */
  globals?: ReadonlySet<string>
  /** True for the product's own code: it may set read-only fields and needs no permissions. */
  trusted?: boolean
}

type Errors = Record<string, Message[]>

/** Collects all validation errors of a write by field path: child rows as `stocks.0.price`. */
export class Problems {
  readonly #errors: Errors = {}
  add(path: string, problem: Message): void {
    ;(this.#errors[path] ??= []).push(problem)
  }
  /** Whether this path already has an error. */
  has(path: string): boolean {
    return path in this.#errors
  }
  /** Whether there are any errors. */
  get any(): boolean {
    return Object.keys(this.#errors).length > 0
  }
  /** @throws AppError INVALID when there are errors. */
  settle(): void {
    if (this.any) throw new AppError(INVALID, this.#errors)
  }
}

/** Context for parsing the values of a row. */
export interface ParseContext extends ParseOptions {
  ctx: Ctx
  registry: Registry
  problems: Problems
}

interface Place {
  old: Values | null
  path?: string
  parent?: string | undefined
  parsedValues?: Values
}

/**
 * Parses the values of one row: texts are parsed by the field type, per-language fields become maps, rich text is sanitized. A
 * required value left blank becomes null. Idempotent for typed values.
 * @param at `old`: the row before the write, for fields with a permission of their own; `parent`: the field that names the parent
 * row; `known`: values that are already parsed
 */
export async function parseInput(o: ParseContext, r: Resource, input: Values, at: Place): Promise<Values> {
  const { old, path = '', parent, parsedValues } = at
  const values: Values = {}
  for (const name of Object.keys(input))
    if (!r.byName.has(name) && !ignored(r, name)) o.problems.add(path + name, message('core:rule.unknown'))
  for (const field of r.fields) {
    const { name, meta } = field
    const rawValue = input[name]
    if (rawValue === undefined || name === parent || (meta.readOnly && !o.trusted)) continue
    if (o.globals && !meta.localized && !o.globals.has(name)) continue
    if (parsedValues && meta.kind !== 'rows' && name in parsedValues && Object.is(rawValue, parsedValues[name])) {
      values[name] = rawValue
      continue
    }
    // Forms send back the placeholder of a secret.
    if (meta.secret && rawValue !== null && typeof rawValue === 'object') continue
    // Encrypted values always differ, so an unchanged one is recognised by the text that was read.
    if (meta.readNeeds !== undefined && old && (rawValue === '' ? null : rawValue) === old[name]) continue
    try {
      const read =
        meta.kind === 'rows'
          ? childRows(o, field, rawValue, { old: rowsIn(old, name), parsedValues: rowsIn(parsedValues, name), path: path + name })
          : meta.localized
            ? perLanguage(o, field, rawValue)
            : single(o, field, rawValue)
      // Few field types are asynchronous. Awaiting each value would cost more than parsing it.
      const value = read instanceof Promise ? await read : read
      if (meta.needs && !o.trusted && !hasPermission(o.ctx.actor, meta.needs)) {
        // Forms send all fields back: only a change requires the permission.
        if (!isChange(field, old, value)) continue
        throw new Refused(message('core:error.needs', { needs: meta.needs }))
      }
      values[name] = value
    } catch (error) {
      // Errors of a field's own code are collected with the other errors.
      if (error instanceof AppError && error.kind === INVALID) {
        for (const [at, list] of Object.entries(toFieldMessages(error, name)))
          for (const problem of list) o.problems.add(path + at, problem)
        continue
      }
      if (!(error instanceof Refused)) throw error
      o.problems.add(path + (error.locale && error.locale !== o.language ? `${name}:${error.locale}` : name), error.reason)
    }
  }
  return values
}

/** Checks that required values are present, also in child rows. */
export function requireComplete(o: ParseContext, r: Resource, values: Values, mode: 'create' | 'update', path = '', parent?: string): void {
  for (const { name, meta } of r.fields) {
    if (name === parent) continue
    const value = values[name]
    if (meta.kind === 'rows' && Array.isArray(value)) {
      const child = o.registry.resource(meta.to ?? '')
      for (const [i, row] of (value as Values[]).entries())
        requireComplete(o, child, row, row.id === undefined ? 'create' : 'update', `${path}${name}.${i}.`, meta.by)
    }
    const lacks = value === undefined ? mode === 'create' && meta.required : meta.localized ? lacksText(value, meta, mode) : value === null
    if (lacks && !(value === null && meta.nullable) && !o.problems.has(path + name)) o.problems.add(path + name, getRequiredMessage(meta))
  }
}

/** A required language left blank, or a new text without any language. */
const lacksText = (map: unknown, meta: FieldMeta, mode: 'create' | 'update') =>
  isRecord(map) ? Object.values(map).includes(null) || (mode === 'create' && meta.required && isEmptyMap(map)) : true

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
const isEmptyMap = (value: unknown) => isRecord(value) && !Object.values(value).some((v) => v !== null && v !== '')

function isChange(field: CompiledField, old: Values | null, value: unknown): boolean {
  if (old) return compareValue(field, old[field.name], value).length > 0
  const start = field.meta.default ?? null
  const blank = value === null || value === '' || (field.meta.localized && isEmptyMap(value))
  return !blank && JSON.stringify(value) !== JSON.stringify(start)
}

class Refused extends Error {
  readonly reason: Message
  readonly locale: Locale | undefined
  constructor(reason: Message, locale?: Locale) {
    super('refused')
    this.reason = reason
    this.locale = locale
  }
}

const harmless = new Set(['id', 'version', 'created_at', 'updated_at', 'language', 'globals', '_method', 'image_path', 'recover'])

/** Members of a read row that clients may send back; they are ignored. */
const ignored = (r: Resource, name: string): boolean =>
  harmless.has(name) || r.fields.some((f) => ['one', 'many', 'any'].includes(f.meta.kind) && getColumnName(f) === name)

async function perLanguage(o: ParseContext, field: CompiledField, rawValue: unknown): Promise<Record<string, unknown>> {
  const isMap =
    rawValue !== null &&
    typeof rawValue === 'object' &&
    !Array.isArray(rawValue) &&
    (field.kind.column === 'jsonb' ? Object.keys(rawValue).every(isLocale) : !('blocks' in rawValue))
  const map = isMap ? (rawValue as Record<string, unknown>) : { [o.language]: rawValue }
  const out: Record<string, unknown> = {}
  for (const [locale, value] of Object.entries(map)) {
    if (!isLocale(locale)) throw new Refused(message('core:rule.language', { language: locale }))
    try {
      // In another language than the current one, and in optional fields, blank means not translated.
      const mayLack = locale !== o.language || field.meta.nullable || field.meta.default !== undefined
      const parsedValue = mayLack && isBlank(value) ? '' : await single(o, field, value)
      out[locale] = mayLack ? (parsedValue ?? '') : parsedValue
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.reason, locale)
      throw error
    }
  }
  return out
}

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** A typed value, or a promise of it when its field type sanitizes asynchronously. */
function single(o: ParseContext, { meta, kind, schema }: CompiledField, rawValue: unknown): unknown {
  let value = rawValue
  if (o.typed && typeof value === 'string') {
    if (value.trim() === '' && !kind.blankText) value = meta.kind === 'flag' ? false : null
    else
      try {
        value = kind.parse(value, meta)
      } catch (error) {
        throw new Refused(message(error instanceof BadText ? error.key : 'core:rule.check_input'))
      }
  }
  value = kind.normalize(value)
  if (value === null || (value === '' && (meta.nullable || meta.required))) return meta.nullable ? null : (meta.default ?? null)
  const problem = findProblem(schema, value)
  if (problem) throw new Refused(problem)
  return kind.sanitize ? kind.sanitize(value as never, meta, o.ctx.kernel.config) : value
}

const rowsIn = (values: Values | null | undefined, name: string) => (values?.[name] ?? []) as readonly Values[]

interface RowsPlace {
  old: readonly Values[]
  parsedValues: readonly Values[]
  path: string
}

async function childRows(
  o: ParseContext,
  field: CompiledField,
  rawValue: unknown,
  { old, parsedValues, path }: RowsPlace,
): Promise<Values[]> {
  const rows = o.typed && typeof rawValue === 'string' ? parsed(field, rawValue) : rawValue
  const problem = Array.isArray(rows) ? findProblem(field.schema, rows) : message('core:rule.check_input')
  if (problem) throw new Refused(problem)
  const child = o.registry.resource(field.meta.to ?? '')
  const { globals: _, ...rest } = o
  const list: Values[] = []
  for (const [i, item] of (rows as Values[]).entries()) {
    const id = typeof item.id === 'string' && /^\d{1,15}$/.test(item.id) ? Number(item.id) : item.id
    const existingId = typeof id === 'number' ? { id } : {}
    const before = old.find((row) => row.id === id) ?? null
    const at = { old: before, path: `${path}.${i}.`, parent: field.meta.by, parsedValues: parsedValues[i] ?? {} }
    list.push({ ...existingId, ...(await parseInput(rest, child, item, at)) })
  }
  return list
}

function parsed({ kind, meta }: CompiledField, text: string): unknown {
  try {
    return kind.parse(text, meta)
  } catch {
    return text
  }
}

/**
 * Parses and validates input without hooks: for settings, and for previews of a write.
 * @throws AppError INVALID with all errors by field path.
 */
export async function parseAndCheck(
  ctx: Ctx,
  registry: Registry,
  r: Resource,
  input: Values,
  o: ParseOptions & { mode: 'create' | 'update'; old?: Values | null },
): Promise<Values> {
  const taking = { ...o, ctx, registry, problems: new Problems() }
  const values = await parseInput(taking, r, input, { old: o.old ?? null })
  requireComplete(taking, r, values, o.mode)
  taking.problems.settle()
  return values
}
