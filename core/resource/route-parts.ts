import { f } from '../fields/f.ts'
import type { Field, Fields } from '../fields/types.ts'
import { getRequired } from '../http/describe.ts'
import { getVerbNeeds, type Registry } from '../plugin/registry.ts'
import type { Verb } from '../api-types.ts'
import type { Resource } from './compile.ts'

/** The name of a resource in the API description. */
export const getReadableName = (r: Resource): string => r.name.replaceAll('_', ' ')

/** Common properties of a generated route: id, summary and permission. */
export const describeRoute = (r: Resource, verb: Verb, operation: string, summary: string) => ({
  id: `${r.name}.${operation}`,
  summary,
  needs: getVerbNeeds(verb, r),
})

/** An optional text. */
const optionalText = (docs: string) => f.maybe(f.text({ docs }))

/** Query parameters of a page. */
export const paging = {
  page: f.int({ min: 1, max: 100_000, default: 1, docs: 'Which page.' }),
  limit: f.int({ min: 1, max: 100, default: 10, docs: 'Rows on a page.' }),
}

/** Query parameter for the language of rows. */
export const languageQuery = { language: optionalText('Language of per-language values; * answers all of them.') }

/** Query parameters of candidates for a relation field. */
export const optionQuery = {
  q: optionalText('Words to look for.'),
  ids: f.maybe(f.ids({ docs: 'Ids with commas, to learn names.' })),
  ...languageQuery,
}

/** Query parameters of every list. */
export const baseListQuery: Fields = {
  ...paging,
  sort: optionalText('A field, - in front for descending.'),
  after: optionalText('The next of the page before.'),
  q: optionQuery.q,
  fields: optionalText('Further columns, with commas between them; * for all.'),
  ...languageQuery,
}

/** Query parameters of a list. The list parses the raw query, because filters have operators: `price__gte`. */
export const listQuery = (r: Resource): Fields => ({
  ...baseListQuery,
  ...Object.fromEntries(
    r.fields.filter(({ meta }) => meta.filter).map(({ name, kind }) => [name, optionalText(`Filter: ${kind.docs} Several with commas.`)]),
  ),
})

/** Rows selected by list filters. */
const matching = {
  filter: f.texts({ docs: 'Query of the list: `q` and filters.' }),
  count: f.maybe(f.int({ min: 0, docs: 'How many they are to be, at the beginning.' })),
  after: f.maybe(f.int({ min: 0, max: Number.MAX_SAFE_INTEGER, docs: 'Where the last call ended: its `next`.' })),
}

/** The rows of a batch: by id, or by list filters. */
export const batchTarget = {
  ids: f.maybe(f.ids()),
  matching: f.maybe(f.group(matching, { docs: 'The rows a list shows: its filter, and how many they are.' })),
}

/** Allowed and required members of a body; the resource engine validates it. */
interface AcceptedBody {
  accepts: Fields
  requires: readonly string[]
}

/** Body of a dialog. */
export const dialogBody = (input: Fields = {}): AcceptedBody => ({ accepts: input, requires: getRequired(input) })

/** Body of a write: fields, child rows with theirs, and options. */
export function writeBody(registry: Registry, r: Resource, mode: 'create' | 'update'): AcceptedBody {
  const writableFields = getWritableFields(registry, r)
  const parts = {
    language: optionalText('Language of the per-language values in this body.'),
    globals: f.tags({ docs: 'Only these of the fields without languages are taken.' }),
    ...(r.locked ? { version: f.int({ docs: 'The version the change started from; an older one is refused.' }) } : {}),
  }
  return { accepts: { ...writableFields, ...parts }, requires: mode === 'create' ? getRequired(writableFields) : [] }
}

const getWritableFields = (registry: Registry, r: Resource, parent?: string): Fields =>
  Object.fromEntries(
    r.fields
      .filter(({ name, meta }) => !meta.readOnly && name !== parent)
      .map(({ name, schema, meta }): [string, Field] => {
        if (meta.kind !== 'rows') return [name, schema]
        const inner = {
          id: f.int({ min: 1, docs: 'Of a stored row.' }),
          ...getWritableFields(registry, registry.resource(meta.to ?? ''), meta.by),
        }
        return [name, { ...schema, 'x-field': { ...meta, inner } }]
      }),
  )
