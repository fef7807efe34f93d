import { type Locale, locales } from '#core'
import type { CompiledField, Registry, Resource } from '#core/engine'

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

/** Columns of a resource's sheets with the main columns of per-language texts in `language`. */
export function layoutOf(registry: Registry, r: Resource, language: Locale): Layout {
  const head = levelOf(registry, r, language, undefined, new Set())
  nameAll(head)
  const columns = flatten(head)
  return { head, columns, byName: new Map(columns.map((c) => [c.name.toLowerCase(), c])) }
}

/** The levels below a level, itself first. */
export const levels = (level: Level): Level[] => [level, ...level.children.flatMap(levels)]

const flatten = (level: Level): Column[] => [...level.columns, ...level.children.flatMap(flatten)]

/** Whether people may see a field in a sheet at all. */
function inSheets(f: CompiledField): boolean {
  return f.meta.sheet !== false && !f.meta.secret && f.meta.kind !== 'password' && f.meta.kind !== 'code'
}

function levelOf(registry: Registry, r: Resource, language: Locale, rows: CompiledField | undefined, above: ReadonlySet<string>): Level {
  const level: Level = {
    resource: r,
    ...(rows ? { rows } : {}),
    columns: [],
    children: [],
    key: keyFields(r, rows !== undefined),
  }
  const seen = new Set([...above, r.name])
  for (const f of r.fields) {
    if (!inSheets(f) || f.name === rows?.meta.by) continue
    if (f.meta.kind !== 'rows') level.columns.push(...fieldColumns(level, f, language))
    else if (!seen.has(f.meta.to ?? '')) {
      const child = levelOf(registry, registry.resource(f.meta.to ?? ''), language, f, seen)
      const only = soleField(child)
      if (only) level.columns.push({ ...base(level, f), item: only })
      else level.children.push(child)
    }
  }
  for (const extra of r.def.sheet?.columns ?? []) {
    level.columns.push({
      name: extra.name,
      level,
      extra: extra.name,
      ...(extra.label ? { label: extra.label } : {}),
      ...(extra.json ? { isJson: true } : {}),
      required: extra.required ?? false,
      reads: r.def.sheet?.read !== undefined,
      writes: r.def.sheet?.write !== undefined,
    })
  }
  return level
}

/** Fields that find a row again: the declared key, else `match`, else what is unique, else what names the row. */
function keyFields(r: Resource, child: boolean): CompiledField[] {
  const declared = r.def.sheet?.key ?? (r.def.match ? [r.def.match] : undefined)
  if (declared) return declared.map((n) => r.byName.get(n)).filter((f) => f !== undefined)
  const unique = r.fields.find((f) => f.meta.unique && f.column && !f.meta.localized && inSheets(f))
  return unique ? [unique] : child ? [] : [r.title]
}

function base(level: Level, f: CompiledField): Column {
  const { meta } = f
  const fixed = (meta.readOnly ?? false) || level.resource.def.states?.field === f.name
  return {
    name: meta.kind === 'one' ? f.name.replace(/_id$/, '') : f.name,
    level,
    field: f,
    required: meta.required && !fixed,
    reads: meta.sheet !== 'out' && !fixed,
    writes: meta.sheet !== 'in',
  }
}

function fieldColumns(level: Level, f: CompiledField, language: Locale): Column[] {
  const column = base(level, f)
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
function nameAll(head: Level): void {
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
      return !shared || ((c.reads || toldOnly) && (level === head || !minor.has(c.field?.name ?? '')))
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
