import { f } from '../fields/f.ts'
import type { Field, Fields } from '../fields/types.ts'
import { requiredOf } from '../http/describe.ts'
import { type Registry, verbPermission } from '../plugin/registry.ts'
import type { Verb } from '../wire.ts'
import type { Resource } from './compile.ts'

/** What people who write clients call a row. */
export const said = (r: Resource): string => r.name.replaceAll('_', ' ')

/** What every derived route says: its id, what it does, and the right of which verb it asks. */
export const derived = (r: Resource, verb: Verb, what: string, summary: string) => ({
  id: `${r.name}.${what}`,
  summary,
  needs: verbPermission(verb, r.name),
})

/** A text that may be left out. */
const words = (docs: string) => f.maybe(f.text({ docs }))

/** Which part of a list is asked for. */
export const paging = {
  page: f.int({ min: 1, max: 100_000, default: 1, docs: 'Which page.' }),
  limit: f.int({ min: 1, max: 100, default: 10, docs: 'Rows on a page.' }),
}

/** In which language rows are asked for. */
export const detail = { language: words('Language of per-language values; * answers all of them.') }

/** Looking for rows that a field may point at. */
export const searched = { q: words('Words to look for.'), ids: f.maybe(f.ids({ docs: 'Ids with commas, to learn names.' })), ...detail }

/** What the address of any list may hold. */
export const asides: Fields = {
  ...paging,
  sort: words('A field, - in front for descending.'),
  after: words('The next of the page before.'),
  q: searched.q,
  fields: words('Further columns, with commas between them; * for all.'),
  ...detail,
}

/** What the address of a list may hold. The list reads it as it came, for filters have operators: `price__gte`. */
export const listed = (r: Resource): Fields => ({
  ...asides,
  ...Object.fromEntries(
    r.fields.filter(({ meta }) => meta.filter).map(({ name, kind }) => [name, words(`Filter: ${kind.docs} Several with commas.`)]),
  ),
})

/** Rows by what a list shows of them. */
const matching = {
  filter: f.texts({ docs: 'Query of the list: `q` and filters.' }),
  count: f.maybe(f.int({ min: 0, docs: 'How many they are to be, at the beginning.' })),
  after: f.maybe(f.int({ min: 0, max: Number.MAX_SAFE_INTEGER, docs: 'Where the last call ended: its `next`.' })),
}

/** Which rows a batch is about: named by id, or by what a list shows. */
export const target = {
  ids: f.maybe(f.ids()),
  matching: f.maybe(f.group(matching, { docs: 'The rows a list shows: its filter, and how many they are.' })),
}

/** What a body may hold, and what of it must be there; the engine checks it. */
interface Taken {
  accepts: Fields
  requires: readonly string[]
}

/** What a dialog asks. */
export const dialog = (input: Fields = {}): Taken => ({ accepts: input, requires: requiredOf(input) })

/** What a write takes: fields, child rows with theirs, and how they are to be read. */
export function written(registry: Registry, r: Resource, mode: 'create' | 'update'): Taken {
  const own = writable(registry, r)
  const parts = {
    language: words('Language of the per-language values in this body.'),
    globals: f.tags({ docs: 'Only these of the fields without languages are taken.' }),
    ...(r.locked ? { version: f.int({ docs: 'The version the change started from; an older one is refused.' }) } : {}),
  }
  return { accepts: { ...own, ...parts }, requires: mode === 'create' ? requiredOf(own) : [] }
}

const writable = (registry: Registry, r: Resource, parent?: string): Fields =>
  Object.fromEntries(
    r.fields
      .filter(({ name, meta }) => !meta.readOnly && name !== parent)
      .map(({ name, schema, meta }): [string, Field] => {
        if (meta.kind !== 'rows') return [name, schema]
        const inner = { id: f.int({ min: 1, docs: 'Of a stored row.' }), ...writable(registry, registry.resource(meta.to ?? ''), meta.by) }
        return [name, { ...schema, 'x-field': { ...meta, inner } }]
      }),
  )
