import { type Ctx, allows } from '../context.ts'
import { BadText } from '../fields/kinds.ts'
import { missing, problem } from '../fields/rules.ts'
import { Failed, INVALID, text, type Text } from '../http/errors.ts'
import { isLocale } from '../i18n/locale.ts'
import type { Registry } from '../plugin/registry.ts'
import { cleanRich } from '../text/rich.ts'
import type { Locale } from '../wire.ts'
import type { CompiledField, Resource } from './compile.ts'
import { nameOf } from './read.ts'

/** Checked values of one row. Per-language fields are always maps; child rows are nested. */
export interface Values {
  id: number | null
  fields: Map<CompiledField, unknown>
  children: Map<CompiledField, Values[]>
}

export interface NormaliseOptions {
  mode: 'create' | 'update'
  language: Locale
  /** True when values are texts of a multipart form or a sheet. */
  typed?: boolean
  /** Only these of the global fields are taken; all when absent. */
  globals?: ReadonlySet<string>
  /** Field that is set by the parent row. */
  parent?: string
}

type Errors = Record<string, Text[]>

/**
 * Checks what a client sent against the declaration.
 * @throws Failed INVALID with every problem by field path, child rows as `stocks.0.price`.
 */
export async function normalise(
  ctx: Ctx,
  registry: Registry,
  r: Resource,
  input: Record<string, unknown>,
  o: NormaliseOptions,
): Promise<Values> {
  const errors: Errors = {}
  const values = await collect(ctx, registry, r, input, o, '', errors)
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return values
}

async function collect(
  ctx: Ctx,
  registry: Registry,
  r: Resource,
  input: Record<string, unknown>,
  o: NormaliseOptions,
  path: string,
  errors: Errors,
): Promise<Values> {
  const values: Values = { id: typeof input.id === 'number' ? input.id : null, fields: new Map(), children: new Map() }
  const refuse = (name: string, why: Text) => {
    ;(errors[path + name] ??= []).push(why)
  }
  for (const name of Object.keys(input)) if (!r.byName.has(name) && !ignored(r, name)) refuse(name, text('core:rule.unknown'))
  for (const field of r.fields) {
    const { name, meta } = field
    if (meta.readOnly || name === o.parent) continue
    if (o.globals && !meta.localized && !o.globals.has(name)) continue
    const given = input[name]
    if (given === undefined) {
      if (o.mode === 'create' && meta.required) refuse(name, missing(meta))
      continue
    }
    if (meta.needs && !allows(ctx.actor, meta.needs) && given !== '' && given !== null) {
      refuse(name, text('core:error.needs', { needs: meta.needs }))
      continue
    }
    try {
      if (meta.kind === 'rows') values.children.set(field, await children(ctx, registry, field, given, o, path + name, errors))
      else if (meta.localized) values.fields.set(field, await perLanguage(field, given, o))
      else values.fields.set(field, await single(field, given, o))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refuse(error.locale && error.locale !== o.language ? `${name}:${error.locale}` : name, error.why)
    }
  }
  return values
}

class Refused extends Error {
  readonly why: Text
  readonly locale: Locale | undefined
  constructor(why: Text, locale?: Locale) {
    super('refused')
    this.why = why
    this.locale = locale
  }
}

/** Names a client may send back from a row it read, without effect. */
function ignored(r: Resource, name: string): boolean {
  return (
    ['id', 'version', 'created_at', 'updated_at', 'language', 'globals', '_method', 'image_path', 'recover'].includes(name) ||
    r.fields.some((f) => (f.meta.kind === 'one' || f.meta.kind === 'many') && nameOf(f) === name)
  )
}

async function perLanguage(field: CompiledField, given: unknown, o: NormaliseOptions): Promise<Record<string, unknown>> {
  const isMap =
    given !== null &&
    typeof given === 'object' &&
    !Array.isArray(given) &&
    (field.meta.kind === 'json' ? Object.keys(given).every(isLocale) : !('blocks' in given))
  const map = isMap ? (given as Record<string, unknown>) : { [o.language]: given }
  const out: Record<string, unknown> = {}
  for (const [locale, value] of Object.entries(map)) {
    if (!isLocale(locale)) throw new Refused(text('core:rule.language', { language: locale }))
    try {
      out[locale] = await single(field, value, o, locale !== o.language)
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.why, locale)
      throw error
    }
  }
  if (o.mode === 'create' && field.meta.required && !Object.values(out).some((v) => v !== null && v !== ''))
    throw new Refused(text('core:rule.required'))
  return out
}

async function single(field: CompiledField, given: unknown, o: NormaliseOptions, optional = false): Promise<unknown> {
  const { meta, kind, schema } = field
  let value = given
  if (o.typed && typeof value === 'string') {
    if (value.trim() === '' && !['text', 'area', 'rich', 'code'].includes(meta.kind)) value = meta.kind === 'flag' ? false : null
    else
      try {
        value = kind.fromText(value, meta)
      } catch (error) {
        throw new Refused(text(error instanceof BadText ? error.key : 'core:rule.check_input'))
      }
  }
  if (typeof value === 'string' && !['rich', 'code', 'password'].includes(meta.kind)) value = value.trim()
  if (typeof value === 'number' && (meta.kind === 'money' || meta.kind === 'decimal')) value = String(value)
  if (meta.kind === 'rich' && value !== null && typeof value === 'object') value = JSON.stringify(value)
  if (value === null || (value === '' && (optional || meta.nullable))) {
    if (meta.nullable) return meta.localized ? '' : null
    if (meta.default !== undefined && !optional) return meta.localized ? '' : meta.default
    if (optional) return ''
    throw new Refused(missing(meta))
  }
  const why = problem(schema, value)
  if (why) throw new Refused(why)
  if (meta.clean) return meta.clean(value as never)
  return meta.kind === 'rich' ? cleanRich(value as string) : value
}

async function children(
  ctx: Ctx,
  registry: Registry,
  field: CompiledField,
  given: unknown,
  o: NormaliseOptions,
  path: string,
  errors: Errors,
): Promise<Values[]> {
  const why = Array.isArray(given) ? problem(field.schema, given) : text('core:rule.check_input')
  if (why) throw new Refused(why)
  const child = registry.resource(field.meta.to ?? '')
  const list: Values[] = []
  for (const [i, item] of (given as Record<string, unknown>[]).entries()) {
    const rowId = typeof item.id === 'string' && /^\d+$/.test(item.id) ? Number(item.id) : item.id
    const mode = typeof rowId === 'number' ? 'update' : 'create'
    const { globals: _, ...rest } = o
    list.push(
      await collect(ctx, registry, child, { ...item, id: rowId }, { ...rest, mode, parent: field.meta.by ?? '' }, `${path}.${i}.`, errors),
    )
  }
  return list
}
