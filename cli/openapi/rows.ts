import { localizedSchema, wireSchema } from '../../core/http/describe.ts'
import { ref, type Schema } from '../../core/http/shapes.ts'
import type { Registry } from '../../core/plugin/registry.ts'
import type { CompiledField, Resource } from '../../core/resource/compile.ts'
import { nameOf } from '../../core/resource/read.ts'

const when: Schema = { type: 'string', format: 'date-time' }
const words: Schema = { type: 'string' }

/** Name under which the row of a resource stands among the schemas of the API. */
export const rowName = (r: Resource): string => `${r.name}_row`

/** A row as reads answer it. Lists leave columns out, so nothing but the id must be there. */
export function rowSchema(registry: Registry, r: Resource): Schema {
  const properties: Record<string, Schema> = {
    id: { type: 'integer', minimum: 1 },
    created_at: when,
    updated_at: when,
    ...(r.locked ? { version: { type: 'integer' } } : {}),
  }
  for (const f of [...r.fields, ...r.columns.values()]) Object.assign(properties, valueSchemas(registry, r, f))
  return { type: 'object', properties, required: ['id'] }
}

function valueSchemas(registry: Registry, r: Resource, f: CompiledField): Record<string, Schema> {
  const { meta, name } = f
  const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
  if (meta.kind === 'password') return {}
  if (meta.secret) return { [name]: { type: 'object', properties: { set: { type: 'boolean' } }, required: ['set'] } }
  if (meta.kind === 'rows') return { [name]: { type: 'array', items: ref(rowName(registry.resource(meta.to ?? ''))) } }
  if (f.kind.answer) return { [name]: maybe(f.kind.answer) }
  // What was stored before a rule was made stricter is answered as it is: reads promise the type, writes hold the rule.
  const stored = maybe(typeOnly(wireSchema(f.schema)))
  if (meta.kind === 'many') return { [name]: stored, [nameOf(f)]: { type: 'array', items: maybe(words) } }
  if (meta.kind === 'one' || meta.kind === 'any') return { [name]: stored, [nameOf(f)]: maybe(words) }
  return { [name]: meta.localized ? { anyOf: [stored, localizedSchema(stored)] } : stored }
}

/** A schema's type without its bounds. */
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
