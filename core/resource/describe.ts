import { type Description, inputSchema, inputValue, localizedSchema, wireSchema } from '../http/describe.ts'
import { CONFLICT, IN_USE, NOT_FOUND, STALE, WRONG_STATE } from '../http/errors.ts'
import { ref, type Schema, t } from '../http/shapes.ts'
import type { Registry } from '../plugin/registry.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { Action, Move } from './define.ts'
import { nameOf } from './read.ts'

const id: Schema = { type: 'integer', minimum: 1 }
const when: Schema = { type: 'string', format: 'date-time' }
const words: Schema = { type: 'string' }
const object = (properties: Record<string, Schema>, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required: [...required] } : {}),
})

const idParam = object({ id: { ...id, description: 'Id of the row.' } })
const language = { language: { type: 'string', description: 'Language of per-language values; * answers all of them.' } }

/** Name under which the row of a resource stands among the schemas of the API. */
export const rowName = (r: Resource): string => `${r.name}_row`

const batchResult = object(
  {
    success_ids: { type: 'array', items: id },
    fail_ids: { type: 'array', items: id },
    fails: { type: 'array', items: object({ id, reason: words }) },
    next: id,
  },
  ['success_ids', 'fail_ids', 'fails'],
)

/** A row as reads answer it. Lists leave columns out, so nothing but the id must be there. */
export function rowSchema(registry: Registry, r: Resource): Schema {
  const properties: Record<string, Schema> = {
    id,
    created_at: when,
    updated_at: when,
    ...(r.locked ? { version: { type: 'integer' } } : {}),
  }
  for (const f of r.fields) Object.assign(properties, valueSchemas(registry, r, f))
  return object(properties, ['id'])
}

function valueSchemas(registry: Registry, r: Resource, f: CompiledField): Record<string, Schema> {
  const { meta, name } = f
  const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
  if (meta.kind === 'password') return {}
  if (meta.secret) return { [name]: object({ set: { type: 'boolean' } }) }
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

/** Fields a client may write, child rows with theirs. */
function bodySchema(registry: Registry, r: Resource, mode: 'create' | 'update', parent?: string): Schema {
  const own = r.fields.filter((f) => !f.meta.readOnly && f.name !== parent)
  const properties = own.map(({ name, schema, meta }): [string, Schema] => {
    if (meta.kind !== 'rows') return [name, inputValue(schema)]
    const child = bodySchema(registry, registry.resource(meta.to ?? ''), 'update', meta.by)
    return [name, { type: 'array', items: { ...child, properties: { id, ...(child.properties as object) } } }]
  })
  const required = own.filter((f) => mode === 'create' && f.meta.required && f.meta.kind !== 'rows').map((f) => f.name)
  return object(Object.fromEntries(properties), required)
}

const writeParts = (r: Resource): Record<string, Schema> => ({
  language: { type: 'string', description: 'Language of the per-language values in this body.' },
  globals: { type: 'array', items: words, description: 'Only these of the fields without languages are taken.' },
  ...(r.locked ? { version: { type: 'integer', description: 'The version the change started from; an older one is refused.' } } : {}),
})

const withParts = (r: Resource, body: Schema): Schema => ({ ...body, properties: { ...(body.properties as object), ...writeParts(r) } })

function listQuery(r: Resource): Schema {
  const filters = r.fields.filter((f) => f.meta.filter)
  return object(
    {
      page: { type: 'integer', minimum: 1, default: 1, description: 'Which page.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Rows on a page.' },
      sort: { type: 'string', description: 'A field, - in front for descending.' },
      after: { type: 'string', description: 'The next of the page before.' },
      q: { type: 'string', description: 'Words to look for.' },
      fields: { type: 'string', description: 'Further columns, with commas between them; * for all.' },
      ...language,
      ...Object.fromEntries(
        filters.map((f): [string, Schema] => [f.name, { type: 'string', description: `Filter: ${f.kind.docs} Several with commas.` }]),
      ),
    },
    [],
  )
}

const page = (r: Resource): Schema => t.page(t.row(r.name))

const target = {
  ids: { type: 'array', items: id, maxItems: 1_000 },
  matching: { type: 'object', description: 'The rows a list shows: its filter, and how many they are.' },
}

const say = (r: Resource) => r.name.replaceAll('_', ' ')

type Said = Omit<Description, 'tag' | 'id'>
const tree = (r: Resource): Schema => object({ data: { type: 'array', items: t.row(r.name) } })
const searched = {
  q: { ...words, description: 'Words to look for.' },
  ids: { ...words, description: 'Ids with commas, to learn their names.' },
}
const changed = (registry: Registry, r: Resource): Said => ({
  summary: `Changes a ${say(r)}`,
  params: idParam,
  body: withParts(r, bodySchema(registry, r, 'update')),
  answers: { 200: t.row(r.name) },
  fails: [NOT_FOUND, ...(r.locked ? [STALE] : [])],
})

/** What the routes derived from a resource are, by what they do. */
const derived = {
  list: (r) => ({ summary: `A page of ${say(r)} rows`, query: listQuery(r), answers: { 200: page(r) } }),
  get: (r) => ({
    summary: `One ${say(r)}`,
    params: idParam,
    query: object(language, []),
    answers: { 200: t.row(r.name) },
    fails: [NOT_FOUND],
  }),
  options: (r) => ({
    summary: `Candidates for fields that point at a ${say(r)}`,
    query: object({ ...searched, ...language }, []),
    answers: { 200: object({ data: { type: 'array', items: object({ value: id, label: words }) } }) },
  }),
  flat: (r) => ({
    summary: `The whole tree of ${say(r)}, each row with its depth`,
    query: object(language, []),
    answers: { 200: tree(r) },
  }),
  sort: (r) => ({ summary: `Puts the whole tree of ${say(r)} in order`, body: { type: 'object' }, answers: { 200: tree(r) } }),
  create: (r, registry) => ({
    summary: `Creates a ${say(r)}`,
    body: withParts(r, bodySchema(registry, r, 'create')),
    answers: { 201: t.row(r.name), ...(r.def.ask ? { 200: {} } : {}) },
    fails: [NOT_FOUND, CONFLICT],
  }),
  update: (r, registry) => changed(registry, r),
  override: (r, registry) => {
    const said = changed(registry, r)
    return {
      ...said,
      summary: `${said.summary}, for forms that can only post: _method says PUT`,
      body: { ...said.body, required: ['_method'] },
    }
  },
  remove: (r) => ({ summary: `Deletes a ${say(r)}`, params: idParam, answers: { 200: idParam }, fails: [NOT_FOUND, IN_USE] }),
  batch_update: (r) => ({
    summary: `Sets one field of many ${say(r)} rows`,
    body: object({ ...target, key: { enum: r.fields.filter((f) => f.meta.batch).map((f) => f.name) }, value: {} }, ['key', 'value']),
    answers: { 200: batchResult },
    fails: [CONFLICT],
  }),
  batch_remove: (r) => ({
    summary: `Deletes many ${say(r)} rows`,
    body: object({ ...target, names: { type: 'array', items: words } }, []),
    answers: { 200: batchResult },
    fails: [CONFLICT],
  }),
  clone: (r) => ({ summary: `Copies a ${say(r)}`, params: idParam, answers: { 200: t.row(r.name) }, fails: [NOT_FOUND] }),
  clone_list: (r) => ({
    summary: `Copies a ${say(r)} and answers the list it has joined`,
    params: idParam,
    query: listQuery(r),
    answers: { 200: page(r) },
    fails: [NOT_FOUND],
  }),
  shown: (r) => ({ summary: `What the shop shows of ${say(r)}`, query: object(language, []), answers: { 200: t.list(t.row(r.name)) } }),
  shown_by: (r) => {
    const by = r.def.store?.by ?? 'id'
    return {
      summary: `One ${say(r)} of the shop`,
      body: object({ [by]: words, ...language }, [by]),
      answers: { 200: t.row(r.name) },
      fails: [NOT_FOUND],
    }
  },
} satisfies Record<string, (r: Resource, registry: Registry) => Said>

export type Derived = keyof typeof derived

/** What a derived route is to whoever calls it. */
export const describeDerived = (registry: Registry, r: Resource, what: Derived): Description => ({
  tag: r.name,
  id: `${r.name}.${what}`,
  ...derived[what](r, registry),
})

/** What a move or action is to whoever calls it. */
export function describeAction(r: Resource, name: string, def: Move | Action, many: boolean): Description {
  const asked = inputSchema(def.input ?? {})
  return {
    tag: r.name,
    id: `${r.name}.${many ? 'batch_' : ''}${name}`,
    summary: `${'to' in def ? `Moves ${many ? 'many rows' : 'a row'} of ${say(r)} to ${def.to}` : `${name.replaceAll('_', ' ')}: ${many ? 'many rows' : 'one row'} of ${say(r)}`}`,
    ...(many ? {} : { params: idParam }),
    body: many ? { ...asked, properties: { ...(asked.properties as object), ...target } } : asked,
    answers: { 200: many ? batchResult : t.row(r.name) },
    fails: [NOT_FOUND, WRONG_STATE],
  }
}
