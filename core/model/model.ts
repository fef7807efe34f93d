import type * as library from 'objection'
import type { Model as ObjectionModel, ModelClass, QueryBuilder, RelationMappings } from 'objection'
import { validationError, type Message, message } from '../http/errors.ts'
import { getRequiredMessage, findProblem } from '../fields/rules.ts'
import type { CompiledField, Resource } from '../resource/compile.ts'
import type { Registry } from '../plugin/registry.ts'
import { getInverseName, getRelationName } from './graph.ts'

type Objection = typeof library
type Values = Record<string, unknown>

type ModelLookup = (resource: string) => ModelClass<ObjectionModel>

/** Creates the model of each declared resource: table, columns, JSON schema and relations come from the declarations. */
export function createModels(objection: Objection, registry: Registry): ModelLookup {
  const made = new Map<string, ModelClass<ObjectionModel>>()
  const resolveModel = (name: string) => {
    const cached = made.get(name)
    if (cached) return cached
    const model = getModel(objection, registry, registry.resource(name), resolveModel)
    made.set(name, model)
    return model
  }
  return resolveModel
}

/** Whether models read a field: it has a column and is not secret. */
const isRead = (f: CompiledField): f is CompiledField & { column: string } =>
  f.column !== null && !f.meta.secret && f.kind.name !== 'password'

/** Columns that models read, of all fields or of some. */
export const getColumns = (r: Resource, only?: readonly string[]): string[] => {
  const always = only ? ['id'] : ['id', 'created_at', 'updated_at', ...(r.locked ? ['version'] : [])]
  const fields = r.fields.filter(isRead).filter((f) => !only || only.includes(f.name))
  return [...always, ...fields.map((f) => f.column)].map((column) => `${r.table}.${column}`)
}

function getModel(objection: Objection, registry: Registry, r: Resource, resolveModel: ModelLookup) {
  const columns = r.fields.filter(isRead)
  const validate = ({ json, options }: { json: object; options: { patch?: boolean } }) => checked(r, json as Values, options.patch === true)

  return class extends objection.Model {
    static override get tableName() {
      return r.table
    }
    static override get jsonSchema() {
      return {
        type: 'object' as const,
        required: columns.filter((f) => f.meta.required).map((f) => f.name),
        properties: Object.fromEntries(columns.map((f) => [f.name, f.schema])) as never,
      }
    }
    // Field types convert values themselves, so Objection must not guess from the schema.
    static override get jsonAttributes() {
      return []
    }
    static override createValidator() {
      return Object.assign(new objection.Validator(), { validate })
    }
    static override get relationMappings() {
      return getRelations(objection, registry, r, resolveModel)
    }
    override $parseDatabaseJson(raw: Values) {
      const row = { ...raw }
      for (const { name, column, kind, meta } of columns) {
        if (!(column in raw)) continue
        delete row[column]
        row[name] = meta.localized ? raw[column] : kind.fromDb(raw[column], meta)
      }
      return row
    }
    override $formatDatabaseJson(values: Values) {
      const row = { ...values }
      for (const { name, column, kind, meta } of columns) {
        if (!(name in values)) continue
        delete row[name]
        row[column] = meta.localized ? JSON.stringify(values[name] ?? {}) : kind.toDb(values[name], meta)
      }
      return row
    }
    override $beforeUpdate() {
      const again = { updated_at: objection.raw('now()'), ...(r.locked ? { version: objection.raw('version + 1') } : {}) }
      Object.assign(this, again)
    }
  }
}

/**
 * Converts values to their stored form, where this needs no further processing.
 * @throws AppError INVALID by field; Error for fields that only the resource engine can prepare, such as sealed ones.
 */
function checked(r: Resource, values: Values, patch: boolean): Values {
  const errors: Record<string, Message> = {}
  const madeReady = (name: string): never => {
    throw new Error(`"${name}" of "${r.name}" is made ready by the engine; write it with kernel.resources`)
  }
  for (const field of r.fields) {
    const { name, schema, meta, kind } = field
    const value = values[name]
    if (kind.name === 'rows' || kind.name === 'many') continue
    if (value === undefined || value === null) {
      if (meta.required && (value === null || !patch)) errors[name] = getRequiredMessage(meta)
      continue
    }
    const sanitizeValue = (raw: unknown) => {
      const clean = kind.sanitize ? kind.sanitize(raw as never, meta) : raw
      return clean instanceof Promise ? madeReady(name) : clean
    }
    if (!isRead(field)) madeReady(name)
    const problem = (meta.localized ? Object.values(value) : [value]).map((item) => findProblem(schema, item)).find(Boolean)
    if (problem) errors[name] = problem
    else
      values[name] = meta.localized
        ? Object.fromEntries(Object.entries(value).map(([locale, item]) => [locale, sanitizeValue(item)]))
        : sanitizeValue(value)
  }
  const columnNames = new Set(['id', 'version', 'created_at', 'updated_at', ...r.fields.map((f) => f.name)])
  for (const name of Object.keys(values)) if (!columnNames.has(name)) errors[name] = message('core:rule.unknown')
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return values
}

/** Relations of a resource by its own fields, and inverse ones by fields of others. */
function getRelations({ Model }: Objection, registry: Registry, r: Resource, resolveModel: ModelLookup): RelationMappings {
  const found: RelationMappings = {}
  const notDeleted = (name: string) => (query: QueryBuilder<ObjectionModel>) => {
    const target = registry.resource(name)
    if (target.softDelete) void query.whereNull(`${target.table}.deleted_at`)
    if (target.byName.has('order')) void query.orderBy(`${target.table}.order`)
    void query.orderBy(`${target.table}.id`)
  }
  const children = (name: string, by: string) => ({
    relation: Model.HasManyRelation,
    modelClass: resolveModel(name),
    modify: notDeleted(name),
    join: { from: `${r.table}.id`, to: `${registry.resource(name).table}.${by}` },
  })
  for (const { name, meta, column } of r.fields) {
    const target = meta.to === undefined ? undefined : registry.resources.get(meta.to)
    if (!target) continue
    if (meta.kind === 'rows') found[name] = children(target.name, meta.by ?? '')
    else if (meta.kind === 'many')
      found[name] = {
        relation: Model.ManyToManyRelation,
        modelClass: resolveModel(target.name),
        modify: (query) => void query.orderBy(`${meta.through}.order`).orderBy(`${target.table}.id`),
        join: {
          from: `${r.table}.id`,
          through: { from: `${meta.through}.${r.name}_id`, to: `${meta.through}.${target.name}_id` },
          to: `${target.table}.id`,
        },
      }
    else if (column)
      found[getRelationName(column)] = {
        relation: Model.BelongsToOneRelation,
        modelClass: resolveModel(target.name),
        join: { from: `${r.table}.${column}`, to: `${target.table}.id` },
      }
  }
  for (const other of registry.resources.values())
    for (const f of other.fields)
      if (f.meta.kind === 'one' && f.meta.to === r.name && f.column)
        found[getInverseName(other.name, f.column)] = children(other.name, f.column)
  return found
}
