import { type Actor, type Ctx, hasPermission, type Locale, locales } from 'stoa'
import type { CompiledField, FieldMeta, Registry, Resource } from 'stoa/engine'

/** One column of a resource's files. */
export interface Column {
  /** Header in exports and templates. */
  name: string
  level: Level
  /** Absent for a column that the resource itself defines. */
  field?: CompiledField
  /** Name of a column that the resource itself defines. */
  extra?: string
  label?: string
  /** Cells contain JSON. */
  isJson?: boolean
  /** Language of a per-language column. */
  locale?: Locale
  /** The single field of child rows that are written into one cell. */
  item?: CompiledField
  required: boolean
  /** Replaces row ids inside a JSON value, in files for another shop. */
  references?: FieldMeta['references']
  /** Whether imports read it. */
  reads: boolean
  /** Whether exports write it. */
  writes: boolean
}

/** The columns of a resource, or of its child rows. */
export interface Level {
  resource: Resource
  /** Field of the parent that holds these child rows; absent at the top level. */
  rows?: CompiledField
  columns: Column[]
  children: Level[]
  /** Fields that identify a row; empty means all of them. */
  key: CompiledField[]
  /** Rows have no key, so the title identifies them. */
  isKeyTitle: boolean
}

/** The columns of a resource's files. */
export interface Layout {
  head: Level
  /** In header order. */
  columns: Column[]
  byName: ReadonlyMap<string, Column>
}

/** Child columns that are dropped when a parent has a column of the same name. */
const minor = new Set(['order', 'visibled'])

/** `sheet`: what people edit in a spreadsheet. `shop`: everything people can enter, for the export to another shop. */
export type LayoutScope = 'sheet' | 'shop'

/** The columns of a resource's files, with the unsuffixed per-language columns in `language` and without sealed fields. */
export const getLayout = (registry: Registry, r: Resource, language: Locale, scope: LayoutScope = 'sheet'): Layout =>
  buildLayout(new LevelBuilder({ registry, language, scope }), r, scope)

/** The columns of a resource's files for an actor: with the sealed fields that they may read. */
export function getLayoutFor({ kernel: { registry }, actor, language }: Ctx, r: Resource, scope: LayoutScope = 'sheet'): Layout {
  return buildLayout(new LevelBuilder({ registry, language, scope, actor }), r, scope)
}

function buildLayout(builder: LevelBuilder, r: Resource, scope: LayoutScope): Layout {
  const head = builder.build(r)
  nameAll(head, scope)
  const columns = flatten(head)
  return { head, columns, byName: new Map(columns.map((c) => [c.name.toLowerCase(), c])) }
}

/** A level and its descendants, depth first. */
export const levels = (level: Level): Level[] => [level, ...level.children.flatMap(levels)]

const flatten = (level: Level): Column[] => [...level.columns, ...level.children.flatMap(flatten)]

/** Builds the levels of a layout. */
class LevelBuilder {
  readonly #registry: Registry
  readonly #language: Locale
  readonly #scope: LayoutScope
  readonly #actor: Actor | undefined

  constructor({ registry, language, scope, actor }: { registry: Registry; language: Locale; scope: LayoutScope; actor?: Actor }) {
    this.#registry = registry
    this.#language = language
    this.#scope = scope
    this.#actor = actor
  }

  build(r: Resource, rows?: CompiledField, above: ReadonlySet<string> = new Set()): Level {
    const declared = keyFields(r)
    const isKeyTitle = declared === undefined && rows === undefined
    const key = declared ?? (isKeyTitle ? [r.title] : [])
    const level: Level = { resource: r, ...(rows ? { rows } : {}), columns: [], children: [], key, isKeyTitle }
    const visited = new Set([...above, r.name])
    for (const f of r.fields) {
      if (!this.#hasColumn(r, f) || f.name === rows?.meta.by) continue
      if (f.meta.kind !== 'rows') level.columns.push(...fieldColumns(level, f, this.#language, this.#scope))
      else if (!visited.has(f.meta.to ?? '')) {
        const child = this.build(this.#registry.resource(f.meta.to ?? ''), f, visited)
        const only = soleField(child)
        if (only) level.columns.push({ ...base(level, f, this.#scope), item: only })
        else level.children.push(child)
      }
    }
    level.columns.push(...extraColumns(level))
    return level
  }

  /** Whether files contain a field. Secrets are only in sheets of people who may read them, never in files for another shop. */
  #hasColumn(r: Resource, f: CompiledField): boolean {
    if (f.meta.kind === 'password') return false
    if (f.meta.secret) {
      const { readNeeds } = f.meta
      return readNeeds !== undefined && this.#scope === 'sheet' && this.#actor !== undefined && hasPermission(this.#actor, readNeeds)
    }
    if (this.#scope === 'shop' && !f.meta.readOnly) return !standsInExtraColumn(r, f)
    return f.meta.sheet !== false && f.meta.kind !== 'code'
  }
}

/** Whether a column that the resource itself defines replaces the field. */
const standsInExtraColumn = (r: Resource, f: CompiledField): boolean =>
  f.meta.sheet === false && (r.def.sheet?.columns?.some((column) => column.of === f.name) ?? false)

const extraColumns = (level: Level): Column[] =>
  (level.resource.def.sheet?.columns ?? []).map((extra) => ({
    name: extra.name,
    level,
    extra: extra.name,
    ...(extra.label ? { label: extra.label } : {}),
    ...(extra.json ? { isJson: true } : {}),
    required: extra.required ?? false,
    reads: level.resource.def.sheet?.read !== undefined,
    writes: level.resource.def.sheet?.write !== undefined,
  }))

/** Fields that identify a row: the declared key, else `match`, else the unique fields. */
function keyFields(r: Resource): CompiledField[] | undefined {
  const declared = r.def.sheet?.key ?? (r.def.match ? [r.def.match] : undefined)
  if (declared) return declared.map((n) => r.byName.get(n)).filter((f) => f !== undefined)
  const unique = r.fields.find((f) => f.meta.unique && f.column && !f.meta.localized && f.meta.sheet !== false && !f.meta.secret)
  return unique && [unique]
}

/** Whether a blank cell of the field is composed of other cells. */
const isComposed = ({ resource: { def }, key }: Level, f: CompiledField): boolean => def.sheet?.composeKey !== undefined && key[0] === f

function base(level: Level, f: CompiledField, scope: LayoutScope): Column {
  const { meta } = f
  const fixed = (meta.readOnly ?? false) || level.resource.def.states?.field === f.name
  return {
    name: meta.kind === 'one' ? f.name.replace(/_id$/, '') : f.name,
    level,
    field: f,
    required: meta.required && !fixed && !isComposed(level, f),
    reads: (meta.sheet !== 'out' || scope === 'shop') && !fixed,
    writes: meta.sheet !== 'in' || scope === 'shop',
    ...(scope === 'shop' && meta.references ? { references: meta.references } : {}),
  }
}

function fieldColumns(level: Level, f: CompiledField, language: Locale, scope: LayoutScope): Column[] {
  const column = base(level, f, scope)
  if (!f.meta.localized) return [column]
  return [
    { ...column, locale: language },
    ...locales.filter((l) => l !== language).map((locale) => ({ ...column, locale, required: false })),
  ]
}

/** The only column of child rows, when there is exactly one. */
function soleField(child: Level): CompiledField | undefined {
  const [only, ...more] = child.columns.filter((c) => !minor.has(c.field?.name ?? '') && c.reads)
  if (!only?.field || more.length > 0 || child.children.length > 0) return undefined
  return ['text', 'slug', 'email', 'url', 'image', 'file'].includes(only.field.meta.kind) && !only.locale ? only.field : undefined
}

/** Makes column names unique: prefixes names that occur at several levels with their resource, and adds language suffixes. */
function nameAll(head: Level, scope: LayoutScope): void {
  const byBase = new Map<string, Set<Level>>()
  const note = () => {
    byBase.clear()
    for (const level of levels(head)) for (const c of level.columns) byBase.set(c.name, (byBase.get(c.name) ?? new Set()).add(level))
  }
  note()
  // In an export-only resource all columns are read-only, so none is left out.
  const isReadOnly = levels(head).every((level) => level.columns.every((c) => !c.reads))
  for (const level of levels(head)) {
    level.columns = level.columns.filter((c) => {
      const shared = (byBase.get(c.name)?.size ?? 0) > 1
      return !shared || ((c.reads || isReadOnly) && (level === head || scope === 'shop' || !minor.has(c.field?.name ?? '')))
    })
  }
  note()
  for (const level of levels(head)) {
    const main = new Map<string, Locale | undefined>()
    for (const c of level.columns) {
      const baseName = c.name
      const first = !main.has(baseName)
      if (first) main.set(baseName, c.locale)
      const name = (byBase.get(baseName)?.size ?? 0) > 1 ? `${level.resource.name}_${baseName}` : baseName
      c.name = first ? name : `${name}:${c.locale ?? ''}`
    }
  }
}
