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

/** Values of one row by field, child rows as lists of the same with their `id` when they are stored. */
export type Values = Record<string, unknown>

export interface ParseOptions {
  language: Locale
  /** True when values are texts of a multipart form or a sheet. */
  typed?: boolean
  /** Only these of the global fields are taken; all when absent. */
  globals?: ReadonlySet<string>
  /** True for what our own code says: it may set read-only fields and needs no rights. */
  trusted?: boolean
}

type Errors = Record<string, Message[]>

/** Collects everything that is wrong with a write, by field path: child rows as `stocks.0.price`. */
export class Problems {
  readonly #errors: Errors = {}
  add(path: string, why: Message): void {
    ;(this.#errors[path] ??= []).push(why)
  }
  /** Whether something is wrong at this place already. */
  of(path: string): boolean {
    return path in this.#errors
  }
  /** Whether anything is wrong. */
  get any(): boolean {
    return Object.keys(this.#errors).length > 0
  }
  /** @throws Failed INVALID when there are any. */
  settle(): void {
    if (this.any) throw new AppError(INVALID, this.#errors)
  }
}

/** Where and for whom values are taken. */
export interface ParseContext extends ParseOptions {
  ctx: Ctx
  registry: Registry
  problems: Problems
}

interface Place {
  old: Values | null
  path?: string
  parent?: string | undefined
  known?: Values
}

/**
 * Makes typed values of what came for one row: texts are read by the field's kind, per-language fields become maps, rich text
 * is cleaned. What was left blank though it is required becomes null. Typed values taken again stay as they are.
 * @param at `old`: the row before the write, for fields that need a right of their own; `parent`: the field that names the row
 * above; `known`: values that were taken already and need no second look
 */
export async function parseInput(o: ParseContext, r: Resource, input: Values, at: Place): Promise<Values> {
  const { old, path = '', parent, known } = at
  const values: Values = {}
  for (const name of Object.keys(input))
    if (!r.byName.has(name) && !ignored(r, name)) o.problems.add(path + name, message('core:rule.unknown'))
  for (const field of r.fields) {
    const { name, meta } = field
    const given = input[name]
    if (given === undefined || name === parent || (meta.readOnly && !o.trusted)) continue
    if (o.globals && !meta.localized && !o.globals.has(name)) continue
    if (known && meta.kind !== 'rows' && name in known && Object.is(given, known[name])) {
      values[name] = given
      continue
    }
    // A form sends back what it was shown of a secret: that it is set.
    if (meta.secret && given !== null && typeof given === 'object') continue
    try {
      const read =
        meta.kind === 'rows'
          ? childRows(o, field, given, { old: rowsIn(old, name), known: rowsIn(known, name), path: path + name })
          : meta.localized
            ? perLanguage(o, field, given)
            : single(o, field, given)
      // Few kinds need time. To wait for each value of the others would cost more than to read it.
      const value = read instanceof Promise ? await read : read
      if (meta.needs && !o.trusted && !hasPermission(o.ctx.actor, meta.needs)) {
        // Forms send everything back: only a change needs the right.
        if (!isChange(field, old, value)) continue
        throw new Refused(message('core:error.needs', { needs: meta.needs }))
      }
      values[name] = value
    } catch (error) {
      // What a declaration says of its own values stands beside what is wrong with the others.
      if (error instanceof AppError && error.kind === INVALID) {
        for (const [at, list] of Object.entries(toFieldMessages(error, name))) for (const why of list) o.problems.add(path + at, why)
        continue
      }
      if (!(error instanceof Refused)) throw error
      o.problems.add(path + (error.locale && error.locale !== o.language ? `${name}:${error.locale}` : name), error.why)
    }
  }
  return values
}

/** Refuses what a row must have and has not, its child rows included. */
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
    if (lacks && !(value === null && meta.nullable) && !o.problems.of(path + name)) o.problems.add(path + name, getRequiredMessage(meta))
  }
}

/** A language that was left blank though it must not be, or a new text in no language at all. */
const lacksText = (map: unknown, meta: FieldMeta, mode: 'create' | 'update') =>
  isMapOf(map) ? Object.values(map).includes(null) || (mode === 'create' && meta.required && isEmptyMap(map)) : true

const isMapOf = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
const isEmptyMap = (value: unknown) => isMapOf(value) && !Object.values(value).some((v) => v !== null && v !== '')

function isChange(field: CompiledField, old: Values | null, value: unknown): boolean {
  if (old) return compareValue(field, old[field.name], value).length > 0
  const start = field.meta.default ?? null
  const blank = value === null || value === '' || (field.meta.localized && isEmptyMap(value))
  return !blank && JSON.stringify(value) !== JSON.stringify(start)
}

class Refused extends Error {
  readonly why: Message
  readonly locale: Locale | undefined
  constructor(why: Message, locale?: Locale) {
    super('refused')
    this.why = why
    this.locale = locale
  }
}

const harmless = new Set(['id', 'version', 'created_at', 'updated_at', 'language', 'globals', '_method', 'image_path', 'recover'])

/** Names a client may send back from a row it read, without effect. */
const ignored = (r: Resource, name: string): boolean =>
  harmless.has(name) || r.fields.some((f) => ['one', 'many', 'any'].includes(f.meta.kind) && getColumnName(f) === name)

async function perLanguage(o: ParseContext, field: CompiledField, given: unknown): Promise<Record<string, unknown>> {
  const isMap =
    given !== null &&
    typeof given === 'object' &&
    !Array.isArray(given) &&
    (field.kind.column === 'jsonb' ? Object.keys(given).every(isLocale) : !('blocks' in given))
  const map = isMap ? (given as Record<string, unknown>) : { [o.language]: given }
  const out: Record<string, unknown> = {}
  for (const [locale, value] of Object.entries(map)) {
    if (!isLocale(locale)) throw new Refused(message('core:rule.language', { language: locale }))
    try {
      // In other languages than the one at hand, and where it may be empty anyway, blank means not translated.
      const mayLack = locale !== o.language || field.meta.nullable || field.meta.default !== undefined
      const kept = mayLack && isBlank(value) ? '' : await single(o, field, value)
      out[locale] = mayLack ? (kept ?? '') : kept
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.why, locale)
      throw error
    }
  }
  return out
}

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** A typed value; a promise of one where its kind needs time to clean it. */
function single(o: ParseContext, { meta, kind, schema }: CompiledField, given: unknown): unknown {
  let value = given
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
  const why = findProblem(schema, value)
  if (why) throw new Refused(why)
  return kind.sanitize ? kind.sanitize(value as never, meta, o.ctx.kernel.config) : value
}

const rowsIn = (values: Values | null | undefined, name: string) => (values?.[name] ?? []) as readonly Values[]

interface RowsPlace {
  old: readonly Values[]
  known: readonly Values[]
  path: string
}

async function childRows(o: ParseContext, field: CompiledField, given: unknown, { old, known, path }: RowsPlace): Promise<Values[]> {
  const rows = o.typed && typeof given === 'string' ? parsed(field, given) : given
  const why = Array.isArray(rows) ? findProblem(field.schema, rows) : message('core:rule.check_input')
  if (why) throw new Refused(why)
  const child = o.registry.resource(field.meta.to ?? '')
  const { globals: _, ...rest } = o
  const list: Values[] = []
  for (const [i, item] of (rows as Values[]).entries()) {
    const id = typeof item.id === 'string' && /^\d{1,15}$/.test(item.id) ? Number(item.id) : item.id
    const own = typeof id === 'number' ? { id } : {}
    const before = old.find((row) => row.id === id) ?? null
    const at = { old: before, path: `${path}.${i}.`, parent: field.meta.by, known: known[i] ?? {} }
    list.push({ ...own, ...(await parseInput(rest, child, item, at)) })
  }
  return list
}

function parsed({ kind, meta }: CompiledField, given: string): unknown {
  try {
    return kind.parse(given, meta)
  } catch {
    return given
  }
}

/**
 * Checked values of an input without hooks: for settings, and to see what a write would change.
 * @throws Failed INVALID with every problem by field path.
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
