import { getColumn, getColumnName } from '../fields/columns.ts'
import { checkGuards } from '../fields/guards.ts'
import type { InternalColumns } from '../fields/internal.ts'
import type { Field, FieldMeta, FieldType } from '../fields/types.ts'
import type { Verb } from '../api-types.ts'
import type { Action, Declared, ListColumn, PluginExtension, ResourceDef, SheetDef, ViewPlace } from './define.ts'
import { checkRecord } from './check-record.ts'
import type { Hooks } from './hooks.ts'

/** A field with its resolved field type. */
export interface CompiledField {
  name: string
  schema: Field
  meta: FieldMeta
  kind: FieldType
  /** Column in the table, null for links, child rows and values in `ext`. */
  column: string | null
}

/** A list column without a field, resolved. */
export type CompiledColumn = CompiledField & Pick<ListColumn, 'read' | 'title' | 'sortBy'>

/** A resource with its extensions applied: input of everything generated from it. */
export interface Resource {
  name: string
  plugin: string
  table: string
  path: string
  def: ResourceDef
  fields: readonly CompiledField[]
  byName: ReadonlyMap<string, CompiledField>
  /** Columns of the list only. */
  columns: ReadonlyMap<string, CompiledColumn>
  /** Contributed fields in public views. */
  viewFields: Readonly<Record<ViewPlace, readonly CompiledField[]>>
  title: CompiledField
  verbs: readonly Verb[]
  locked: boolean
  audit: boolean
  softDelete: boolean
  localized: boolean
  hooks: readonly Hooks[]
  /** Of a record: the events about its rows, and its internal columns. */
  events: readonly string[] | undefined
  internal: InternalColumns
}

const allVerbs: readonly Verb[] = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']

/** Field names reserved by the engine. */
const reserved = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  'ext',
  'language',
  'globals',
  '_method',
  'messages',
  'batch',
  'current',
])

/**
 * Compiles a declaration with its extensions.
 * @throws Error with plugin and field when the declaration contradicts itself or an extension conflicts with it.
 */
export function compileResource(plugin: string, declaration: Declared, guests: readonly PluginExtension[]): Resource {
  const where = `Resource "${declaration.name}" of plugin "${plugin}"`
  if (!/^[a-z][a-z0-9_]*$/.test(declaration.name)) throw new Error(`${where}: the name must be singular snake_case`)
  const fields = Object.entries(declaration.fields).map(([name, field]) => compileField(where, name, field))
  for (const { plugin: guest, extension } of guests) {
    for (const [name, field] of Object.entries(extension.fields ?? {})) {
      if (fields.some((f) => f.name === name))
        throw new Error(`${where}: field "${name}" of plugin "${guest}" exists already; choose another name`)
      fields.push(compileField(where, name, { ...field, 'x-field': { ...field['x-field'], ext: guest } } as Field))
    }
  }
  const columns = [
    { plugin: undefined, columns: declaration.columns },
    ...guests.map((g) => ({ plugin: g.plugin, columns: g.extension.columns })),
  ].flatMap((from) => Object.entries(from.columns ?? {}).map(([name, column]) => compileColumn(where, name, column, from.plugin)))
  const def = joined(where, declaration, guests)
  const byName = new Map(fields.map((f) => [f.name, f]))
  const titleName = def.label ?? ['title', 'name', 'sku', 'email'].find((n) => byName.has(n)) ?? fields[0]?.name ?? ''
  const title = byName.get(titleName)
  if (!title) throw new Error(`${where}: label "${titleName}" is no field`)
  checkNames(where, def, fields, byName)
  checkRecord(where, declaration, guests)
  for (const [i, { name, meta, sortBy }] of columns.entries()) {
    if (byName.has(name) || columns.findIndex((c) => c.name === name) < i)
      throw new Error(`${where}: list column "${name}" of plugin "${meta.ext ?? plugin}" exists already; choose another name`)
    if (sortBy !== undefined && !byName.get(sortBy)?.meta.sort) throw new Error(`${where}: the list cannot be sorted by "${sortBy}"`)
  }
  checkGuards(where, fields)
  const verbs = def.verbs ?? allVerbs
  const open = (meta: FieldMeta) => verbs.includes('get') || (def.scope?.notes === true && !meta.needs)
  for (const { name, meta } of fields)
    if (meta.kind === 'privateFile' && (!open(meta) || (def.softDelete && meta.required)))
      throw new Error(
        `${where}: a private file ("${name}") needs the verb "get" or a scope of notes, and may be absent where deleted rows are kept`,
      )
  return {
    name: def.name,
    plugin,
    table: def.table ?? def.name,
    path: def.path ?? def.name.replaceAll('_', '-'),
    def,
    fields,
    byName,
    columns: new Map(columns.map((c) => [c.name, c])),
    viewFields: {
      page: shownByGuests('page', where, declaration, guests, byName),
      card: shownByGuests('card', where, declaration, guests, byName),
    },
    title,
    verbs,
    locked: def.locked ?? false,
    audit: def.audit ?? true,
    softDelete: def.softDelete ?? false,
    localized: fields.some((f) => f.meta.localized),
    hooks: [def.hooks, ...guests.map((g) => g.extension.hooks)].filter((h): h is Hooks => h !== undefined),
    events: declaration.events,
    internal: declaration.internal ?? {},
  }
}

/** Merges the contributions of extensions except fields and hooks. @throws Error when two contribute the same name. */
function joined(where: string, declaration: Declared, guests: readonly PluginExtension[]): ResourceDef {
  const actions: Record<string, Action> = { ...declaration.actions }
  // When the owner has a single page, it stays the first tab.
  const tabs: Record<string, readonly string[]> = { ...(declaration.tabs ?? (guests.some((g) => g.extension.tabs) ? { main: [] } : {})) }
  const sheets: { guest: string; sheet: Omit<SheetDef, 'key' | 'findBy' | 'composeKey'> }[] = []
  const shownNames: string[] = []
  for (const { plugin: guest, extension } of guests) {
    for (const [name, action] of Object.entries(extension.actions ?? {})) {
      if (actions[name] || declaration.states?.transitions[name])
        throw new Error(`${where}: action "${name}" of plugin "${guest}" exists already; choose another name`)
      actions[name] = action
    }
    for (const [name, groups] of Object.entries(extension.tabs ?? {})) tabs[name] = [...(tabs[name] ?? []), ...groups]
    if (extension.sheet) sheets.push({ guest, sheet: extension.sheet })
    if (declaration.store) shownNames.push(...(extension.show ?? []))
  }
  return {
    ...declaration,
    actions,
    ...(Object.keys(tabs).length > 0 ? { tabs } : {}),
    ...(declaration.store ? { store: { ...declaration.store, show: [...declaration.store.show, ...shownNames] } } : {}),
    ...(sheets.length > 0 ? { sheet: joinedSheet(where, declaration.sheet, sheets) } : {}),
  } as ResourceDef
}

/** Contributed fields shown in a public view. @throws Error with plugin and field when one cannot be shown */
function shownByGuests(
  place: ViewPlace,
  where: string,
  declaration: Declared,
  guests: readonly PluginExtension[],
  byName: ReadonlyMap<string, CompiledField>,
): CompiledField[] {
  const members = declaration.publicView?.[place]?.properties
  return guests.flatMap(({ plugin, extension }) =>
    ((place === 'page' ? extension.show : extension.cards) ?? []).map((name) => {
      const refuse = (reason: string) => new Error(`${where}: plugin "${plugin}" cannot show "${name}" in the store: ${reason}`)
      const field = byName.get(name)
      if (!members && !(place === 'page' && declaration.store)) throw refuse(`the resource has no public ${place}`)
      if (!field) throw refuse('it is no field')
      if (!isPublic(field)) throw refuse('it is secret, private, or needs a permission of its own')
      if (field.meta.kind === 'rows') throw refuse('child rows are not shown by declaration')
      const conflict = (field.meta.kind === 'one' ? [name, getColumnName(field)] : [name]).find(
        (member) => member === 'fields' || members?.[member],
      )
      if (conflict) throw refuse(`the answer has a member "${conflict}" already; choose another name`)
      return field
    }),
  )
}

/** Whether the values of a field may be public. */
const isPublic = ({ meta }: CompiledField): boolean =>
  !meta.secret && !meta.needs && meta.kind !== 'password' && meta.kind !== 'privateFile'

/** Merges the owner's sheet columns with those of extensions. */
function joinedSheet(
  where: string,
  ownSheet: SheetDef | undefined,
  guests: readonly { guest: string; sheet: Omit<SheetDef, 'key' | 'findBy' | 'composeKey'> }[],
): SheetDef {
  const columns = [...(ownSheet?.columns ?? [])]
  for (const { guest, sheet } of guests)
    for (const column of sheet.columns ?? []) {
      if (columns.some((c) => c.name === column.name))
        throw new Error(`${where}: sheet column "${column.name}" of plugin "${guest}" exists already; choose another name`)
      columns.push(column)
    }
  const all = [ownSheet, ...guests.map((g) => g.sheet)].filter((s) => s !== undefined)
  return {
    ...(ownSheet?.key ? { key: ownSheet.key } : {}),
    ...(ownSheet?.findBy ? { findBy: ownSheet.findBy } : {}),
    ...(ownSheet?.composeKey ? { composeKey: ownSheet.composeKey } : {}),
    columns,
    ...(all.some((s) => s.write) ? { write: (row, ctx) => Object.assign({}, ...all.map((s) => s.write?.(row, ctx))) as object } : {}),
    ...(all.some((s) => s.read) ? { read: (...args) => all.forEach((s) => s.read?.(...args)) } : {}),
    ...(all.some((s) => s.warn) ? { warn: (row) => all.flatMap((s) => s.warn?.(row) ?? []) } : {}),
  } as SheetDef
}

function checkNames(where: string, def: ResourceDef, fields: readonly CompiledField[], byName: ReadonlyMap<string, CompiledField>): void {
  for (const name of [
    def.match,
    def.hide,
    def.enabledBy,
    def.tree,
    def.states?.field,
    def.store?.by,
    def.scope?.column,
    ...(def.store?.show ?? []),
  ]) {
    if (name !== undefined && name !== 'id' && !byName.has(name)) throw new Error(`${where}: "${name}" is no field`)
  }
  for (const name of def.store?.show ?? []) {
    const field = byName.get(name)
    if (field && !isPublic(field))
      throw new Error(`${where}: "${name}" is secret, private, or needs a permission of its own, and is not shown in the store`)
  }
  for (const group of Object.values(def.tabs ?? {}).flat()) {
    if (!fields.some((f) => (f.meta.group ?? 'main') === group))
      throw new Error(`${where}: no field stands in the group "${group}" of a tab`)
  }
  if (!def.states) return
  const status = byName.get(def.states.field)
  for (const move of Object.values(def.states.transitions)) {
    for (const word of [...move.from, move.to]) {
      if (!status?.meta.values?.includes(word)) throw new Error(`${where}: status "${word}" is no value of "${def.states.field}"`)
    }
  }
}

/** Field types of text whose values are the same in every language. */
const notTranslatable = new Set(['any', 'pick', 'sealed'])

/** Whether a field may be localized: texts, and JSON values with an editor of their own. */
const isLocalizable = ({ kind, type }: FieldMeta) => (type.column === 'text' || type.column === 'jsonb') && !notTranslatable.has(kind)

/** Whether the list shows the field by default. */
export const isListed = ({ meta }: CompiledField): boolean => meta.list !== undefined && meta.list !== false

/** Whether values have an order. */
export const ordered = ({ type }: FieldMeta) => type.column !== null && type.column !== 'jsonb' && !type.list

function compileColumn(where: string, name: string, { field, ...more }: ListColumn, plugin: string | undefined): CompiledColumn {
  const { sort, filter, search, ext: _, ...meta } = field['x-field']
  if (sort || filter || search) throw new Error(`${where}: "${name}" is a column of the list alone, and cannot be looked for`)
  const guest = plugin === undefined ? {} : { ext: plugin }
  return { ...compileField(where, name, { ...field, 'x-field': { ...meta, ...guest } } as Field), column: null, ...more }
}

function compileField(where: string, name: string, schema: Field): CompiledField {
  const meta = schema['x-field']
  if (!meta) throw new Error(`${where}: field "${name}" is not made with f.*`)
  if (reserved.has(name) && !(name === 'language' && meta.readOnly)) throw new Error(`${where}: "${name}" is a name of the engine`)
  if (meta.localized && (meta.ext || !isLocalizable(meta))) throw new Error(`${where}: field "${name}" cannot be kept per language`)
  if (meta.sort && !ordered(meta)) throw new Error(`${where}: values of field "${name}" have no order to sort by`)
  if (meta.type.inputOnly) throw new Error(`${where}: field "${name}" is of a kind that only routes and dialogs ask for`)
  if (meta.ext && meta.type.column === null && meta.kind !== 'rows') throw new Error(`${where}: "${name}" needs a table of its own`)
  return { name, schema, meta, kind: meta.type, column: getColumn(name, meta) }
}
