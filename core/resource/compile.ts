import { columnOf, type Kind, kinds } from '../fields/kinds.ts'
import type { Field, FieldMeta } from '../fields/types.ts'
import type { Verb } from '../wire.ts'
import type { Declared, Extension, Hooks, ResourceDef } from './define.ts'

/** One field, resolved. */
export interface CompiledField {
  name: string
  schema: Field
  meta: FieldMeta
  kind: Kind
  /** Column in the table, null for links, child rows and values in `ext`. */
  column: string | null
}

/** A resource with its extensions applied: what every derivation works from. */
export interface Resource {
  name: string
  plugin: string
  table: string
  path: string
  def: ResourceDef
  fields: readonly CompiledField[]
  byName: ReadonlyMap<string, CompiledField>
  title: CompiledField
  verbs: readonly Verb[]
  locked: boolean
  audit: boolean
  softDelete: boolean
  localized: boolean
  hooks: readonly Hooks[]
}

const allVerbs: readonly Verb[] = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']

/** Names the engine itself gives to rows. */
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
 * Resolves a declaration and its extensions.
 * @throws with plugin and field when the declaration contradicts itself.
 */
export function compileResource(plugin: string, def: Declared, extensions: readonly { plugin: string; extension: Extension }[]): Resource {
  const where = `Resource "${def.name}" of plugin "${plugin}"`
  if (!/^[a-z][a-z0-9_]*$/.test(def.name)) throw new Error(`${where}: the name must be singular snake_case`)
  const fields = Object.entries(def.fields).map(([name, field]) => compileField(where, name, field))
  for (const { plugin: guest, extension } of extensions) {
    for (const [name, field] of Object.entries(extension.fields ?? {})) {
      if (fields.some((f) => f.name === name))
        throw new Error(`${where}: field "${name}" of plugin "${guest}" exists already; choose another name`)
      fields.push(compileField(where, name, { ...field, 'x-field': { ...field['x-field'], ext: guest } } as Field))
    }
  }
  const byName = new Map(fields.map((f) => [f.name, f]))
  const titleName = def.label ?? ['title', 'name', 'sku', 'email'].find((n) => byName.has(n)) ?? fields[0]?.name ?? ''
  const title = byName.get(titleName)
  if (!title) throw new Error(`${where}: label "${titleName}" is no field`)
  for (const name of [def.match, def.hide, def.tree, def.states?.field]) {
    if (name !== undefined && !byName.has(name)) throw new Error(`${where}: "${name}" is no field`)
  }
  for (const group of Object.values(def.tabs ?? {}).flat()) {
    if (!fields.some((f) => (f.meta.group ?? 'main') === group))
      throw new Error(`${where}: no field stands in the group "${group}" of a tab`)
  }
  if (def.states) {
    const status = byName.get(def.states.field)
    for (const move of Object.values(def.states.moves)) {
      for (const word of [...move.from, move.to]) {
        if (!status?.meta.values?.includes(word)) throw new Error(`${where}: status "${word}" is no value of "${def.states.field}"`)
      }
    }
  }
  return {
    name: def.name,
    plugin,
    table: def.table ?? def.name,
    path: def.path ?? def.name.replaceAll('_', '-'),
    def,
    fields,
    byName,
    title,
    verbs: def.verbs ?? allVerbs,
    locked: def.locked ?? false,
    audit: def.audit ?? true,
    softDelete: def.softDelete ?? false,
    localized: fields.some((f) => f.meta.localized),
    hooks: [def.hooks, ...extensions.map((e) => e.extension.hooks)].filter((h): h is Hooks => h !== undefined),
  }
}

function compileField(where: string, name: string, schema: Field): CompiledField {
  const meta = schema['x-field']
  if (!meta) throw new Error(`${where}: field "${name}" is not made with f.*`)
  if (reserved.has(name) && !(name === 'language' && meta.readOnly)) throw new Error(`${where}: "${name}" is a name of the engine`)
  if (meta.localized && (meta.ext || ['one', 'many', 'rows', 'money', 'flag', 'int'].includes(meta.kind))) {
    throw new Error(`${where}: field "${name}" cannot be kept per language`)
  }
  if (meta.ext && (meta.kind === 'many' || meta.kind === 'rows')) throw new Error(`${where}: "${name}" needs a table of its own`)
  return { name, schema, meta, kind: kinds[meta.kind], column: columnOf(name, meta) }
}
