import { type Locale, locales } from 'stoa'
import type { CompiledField, FieldMeta, Registry, Resource } from 'stoa/engine'

/** One column of a resource's sheets. */
export interface Column {
  /** Header, as exports and templates write it. */
  name: string
  level: Level
  /** Absent for a column the resource contributes itself. */
  field?: CompiledField
  /** Name among the resource's own columns. */
  extra?: string
  label?: string
  /** Cells of such a column are JSON. */
  isJson?: boolean
  /** Language of a per-language text. */
  locale?: Locale
  /** Child rows of a single field, in one cell: that field. */
  item?: CompiledField
  required: boolean
  /** Replaces the ids of rows inside a JSON value, in sheets for another shop. */
  references?: FieldMeta['references']
  /** Taken from sheets. */
  reads: boolean
  /** Put into sheets. */
  writes: boolean
}

/** The columns of a resource, or of child rows below it. */
export interface Level {
  resource: Resource
  /** Field of the parent that holds these rows; absent at the head. */
  rows?: CompiledField
  columns: Column[]
  children: Level[]
  /** Fields that tell rows apart; none means all of them. */
  key: CompiledField[]
  /** Nothing tells rows apart, so that their title has to. */
  isKeyTitle: boolean
}

/** What sheets of a resource look like. */
export interface Layout {
  head: Level
  /** In the order of the header. */
  columns: Column[]
  byName: ReadonlyMap<string, Column>
}

/** Columns of children that give way to a column of the same name further up. */
const minor = new Set(['order', 'visibled'])

/** `sheet`: what people read and change in a spreadsheet. `shop`: everything people can type, as it moves to another shop. */
export type LayoutScope = 'sheet' | 'shop'

/** Columns of a resource's sheets with the main columns of per-language texts in `language`. */
export function getLayout(registry: Registry, r: Resource, language: Locale, scope: LayoutScope = 'sheet'): Layout {
  const head = new LevelBuilder(registry, language, scope).build(r)
  nameAll(head, scope)
  const columns = flatten(head)
  return { head, columns, byName: new Map(columns.map((c) => [c.name.toLowerCase(), c])) }
}

/** The levels below a level, itself first. */
export const levels = (level: Level): Level[] => [level, ...level.children.flatMap(levels)]

const flatten = (level: Level): Column[] => [...level.columns, ...level.children.flatMap(flatten)]

/** Makes the levels of a layout. */
class LevelBuilder {
  readonly #registry: Registry
  readonly #language: Locale
  readonly #scope: LayoutScope

  constructor(registry: Registry, language: Locale, scope: LayoutScope) {
    this.#registry = registry
    this.#language = language
    this.#scope = scope
  }

  build(r: Resource, rows?: CompiledField, above: ReadonlySet<string> = new Set()): Level {
    const declared = keyFields(r)
    const isKeyTitle = declared === undefined && rows === undefined
    const key = declared ?? (isKeyTitle ? [r.title] : [])
    const level: Level = { resource: r, ...(rows ? { rows } : {}), columns: [], children: [], key, isKeyTitle }
    const seen = new Set([...above, r.name])
    for (const f of r.fields) {
      if (!this.#hasColumn(r, f) || f.name === rows?.meta.by) continue
      if (f.meta.kind !== 'rows') level.columns.push(...fieldColumns(level, f, this.#language, this.#scope))
      else if (!seen.has(f.meta.to ?? '')) {
        const child = this.build(this.#registry.resource(f.meta.to ?? ''), f, seen)
        const only = soleField(child)
        if (only) level.columns.push({ ...base(level, f, this.#scope), item: only })
        else level.children.push(child)
      }
    }
    level.columns.push(...extraColumns(level))
    return level
  }

  /** Whether a field is in such sheets at all. Secrets never are. */
  #hasColumn(r: Resource, f: CompiledField): boolean {
    if (f.meta.secret || f.meta.kind === 'password') return false
    if (this.#scope === 'shop' && !f.meta.readOnly) return !standsInExtraColumn(r, f)
    return f.meta.sheet !== false && f.meta.kind !== 'code'
  }
}

/** Whether a column that the resource contributes itself says what the field holds. */
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

/** Fields that find a row again: the declared key, else `match`, else what is unique. */
function keyFields(r: Resource): CompiledField[] | undefined {
  const declared = r.def.sheet?.key ?? (r.def.match ? [r.def.match] : undefined)
  if (declared) return declared.map((n) => r.byName.get(n)).filter((f) => f !== undefined)
  const unique = r.fields.find((f) => f.meta.unique && f.column && !f.meta.localized && f.meta.sheet !== false && !f.meta.secret)
  return unique && [unique]
}

function base(level: Level, f: CompiledField, scope: LayoutScope): Column {
  const { meta } = f
  const fixed = (meta.readOnly ?? false) || level.resource.def.states?.field === f.name
  return {
    name: meta.kind === 'one' ? f.name.replace(/_id$/, '') : f.name,
    level,
    field: f,
    required: meta.required && !fixed,
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

/** The only field of child rows that is worth a column, when there is just one. */
function soleField(child: Level): CompiledField | undefined {
  const [only, ...more] = child.columns.filter((c) => !minor.has(c.field?.name ?? '') && c.reads)
  if (!only?.field || more.length > 0 || child.children.length > 0) return undefined
  return ['text', 'slug', 'email', 'url', 'image', 'file'].includes(only.field.meta.kind) && !only.locale ? only.field : undefined
}

/** Gives columns that share a name at several levels the name of their resource, and every language its ending. */
function nameAll(head: Level, scope: LayoutScope): void {
  const byBase = new Map<string, Set<Level>>()
  const note = () => {
    byBase.clear()
    for (const level of levels(head)) for (const c of level.columns) byBase.set(c.name, (byBase.get(c.name) ?? new Set()).add(level))
  }
  note()
  // Where nothing is taken from sheets, what is only told is all there is.
  const toldOnly = levels(head).every((level) => level.columns.every((c) => !c.reads))
  for (const level of levels(head)) {
    level.columns = level.columns.filter((c) => {
      const shared = (byBase.get(c.name)?.size ?? 0) > 1
      return !shared || ((c.reads || toldOnly) && (level === head || scope === 'shop' || !minor.has(c.field?.name ?? '')))
    })
  }
  note()
  for (const level of levels(head)) {
    const main = new Map<string, Locale | undefined>()
    for (const c of level.columns) {
      const own = c.name
      const first = !main.has(own)
      if (first) main.set(own, c.locale)
      const name = (byBase.get(own)?.size ?? 0) > 1 ? `${level.resource.name}_${own}` : own
      c.name = first ? name : `${name}:${c.locale ?? ''}`
    }
  }
}
