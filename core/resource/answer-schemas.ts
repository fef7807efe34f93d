import { localizedSchema, apiSchema } from '../http/describe.ts'
import { declaredViews, ref, type Schema, t } from '../http/shapes.ts'
import type { Registry } from '../plugin/registry.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { ViewPlace } from './define.ts'
import { getColumnName } from '../fields/columns.ts'

const dateTime: Schema = { type: 'string', format: 'date-time' }
const words: Schema = { type: 'string' }

/** Schemas of rows and views, found by name. Views of resources whose plugin is switched off have only the declared members. */
export function namedSchemas(registry: Registry): (name: string) => Schema | undefined {
  const schemas = new Map(
    [...registry.resources.values()].flatMap((r): [string, () => Schema | undefined][] => [
      [rowName(r), () => rowSchema(registry, r)],
      ...Object.keys(r.def.publicView ?? {}).map((place): [string, () => Schema | undefined] => [
        `${r.name}_${place}`,
        () => viewSchema(registry, r, place as ViewPlace),
      ]),
    ]),
  )
  return (name) => schemas.get(name)?.() ?? (declaredViews.get(name) as Schema | undefined)
}

/** Schema name of a resource's row in the API description. */
const rowName = (r: Resource): string => `${r.name}_row`

/** A row as reads return it. Lists omit columns, so only the id is required. */
function rowSchema(registry: Registry, r: Resource): Schema {
  const properties: Record<string, Schema> = {
    id: { type: 'integer', minimum: 1 },
    created_at: dateTime,
    updated_at: dateTime,
    ...(r.locked ? { version: { type: 'integer' } } : {}),
    ...(r.def.tree ? { depth: { type: 'integer', description: 'Number of ancestors, when the whole tree is returned.' } } : {}),
  }
  for (const f of [...r.fields, ...r.columns.values()]) Object.assign(properties, valueSchemas(registry, r, f))
  if (r.def.store && r.viewFields.page.length > 0) properties.fields = { type: 'array', items: shownField }
  return { type: 'object', properties, required: ['id'], additionalProperties: false }
}

const shownField = t.object({
  name: t.text(),
  label: t.text(),
  type: t.pick(['text', 'html', 'link', 'money', 'date', 'instant']),
  value: t.text('An amount in the base currency, a date, an instant, a URL, HTML, or text.'),
})

/** Schema of the public view of a resource that its plugin reads itself, with the contributed fields. */
function viewSchema(registry: Registry, r: Resource, place: ViewPlace): Schema | undefined {
  const view = r.def.publicView?.[place]
  if (!view) return undefined
  const fields = r.viewFields[place]
  const fieldsProperty = fields.length > 0 ? { fields: { type: 'array', items: shownField } } : {}
  const members = Object.assign({}, ...fields.map((f) => valueSchemas(registry, r, f)), fieldsProperty) as Record<string, Schema>
  return { ...view, properties: { ...view.properties, ...members } }
}

function valueSchemas(registry: Registry, r: Resource, f: CompiledField): Record<string, Schema> {
  const { meta, name } = f
  const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
  if (meta.kind === 'password') return {}
  if (meta.secret && meta.readNeeds !== undefined) return { [name]: maybe({ type: 'string' }) }
  if (meta.secret) return { [name]: { type: 'object', properties: { set: { type: 'boolean' } }, required: ['set'] } }
  if (meta.kind === 'rows') return { [name]: { type: 'array', items: ref(rowName(registry.resource(meta.to ?? ''))) } }
  if (f.kind.answer) return { [name]: maybe(f.kind.answer) }
  // Values stored before a rule became stricter are returned unchanged: the response schema promises the type only.
  const stored = maybe(typeOnly(apiSchema(f.schema)))
  if (meta.kind === 'many') return { [name]: stored, [getColumnName(f)]: { type: 'array', items: maybe(words) } }
  if (meta.kind === 'one' || meta.kind === 'any') return { [name]: stored, [getColumnName(f)]: maybe(words) }
  return { [name]: meta.localized ? { anyOf: [stored, localizedSchema(stored)] } : stored }
}

/** A schema's type without its limits. */
function typeOnly(schema: Schema): Schema {
  const { type, enum: values, items, description, anyOf } = schema
  if (Array.isArray(anyOf)) return typeOnly(anyOf[0] as Schema)
  return {
    ...(type ? { type } : {}),
    ...(values ? { enum: values } : {}),
    ...(items ? { items: typeOnly(items as Schema) } : {}),
    ...(description ? { description } : {}),
  }
}
