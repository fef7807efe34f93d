import type { InOwnTable, Field, Fields, ChildRowInput, FieldOptions, FieldsRow, StoredFieldsRow } from '../fields/types.ts'
import { message } from '../http/errors.ts'
import { parseJson } from './choices.ts'
import { defineFieldType, createField } from './define.ts'
import { idIn, whole } from './numbers.ts'

interface Target {
  creatable?: boolean
  ifInstalled?: boolean
}

const idSchema = { type: 'integer', minimum: 1 } as const

const oneKind = defineFieldType({
  name: 'one',
  widget: 'one',
  column: 'bigint',
  parse: whole,
  // Larger numbers are never assigned, and the column cannot hold them.
  findProblem: (value: number) => (Number.isSafeInteger(value) ? undefined : message('core:rule.choice')),
  schema: () => idSchema,
  messages: { type: 'core:rule.choice' },
  docs: 'The id of one row of another resource.',
})

/** The id of one row of another resource. By convention the field's name ends in `_id`. */
export const one = (to: string, o: FieldOptions & Target = {}): Field<number> => createField<number>(oneKind, { to, ...o })

const manyKind = defineFieldType({
  name: 'many',
  widget: 'many',
  column: null,
  cell: 'list',
  parse: (typed) =>
    typed.trim().startsWith('[')
      ? parseJson(typed)
      : typed
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
          .map(whole),
  // Forms name each item, `categories[0]`, and send one empty item for an empty list.
  normalize: (value) => (Array.isArray(value) ? value.filter((part) => part !== '').map(idIn) : value),
  schema: () => ({ type: 'array', maxItems: 1_000, uniqueItems: true, items: { ...idSchema, maximum: Number.MAX_SAFE_INTEGER } }),
  messages: { type: 'core:rule.choice' },
  docs: 'Ids of rows of another resource, in order.',
})

/** Ids of rows of another resource, ordered, stored in the link table `through`. */
export const many = (to: string, o: FieldOptions & Target & { through: string }): Field<number[]> & InOwnTable =>
  createField<number[]>(manyKind, { to, default: [], ...o }) as Field<number[]> & InOwnTable

const rowsKind = defineFieldType({
  name: 'rows',
  widget: 'rows',
  column: null,
  long: true,
  parse: parseJson,
  normalize: (value) => value,
  schema: () => ({ type: 'array', maxItems: 500, items: { type: 'object' } }),
  docs: 'Rows of another resource that belong to this one and are written with it.',
})

/** The parts of a child resource that its parent needs. */
interface Child<F extends Fields> {
  name: string
  fields: F
}

/**
 * Child rows written with their parent. A child missing from the input is hidden when its resource can be hidden, else deleted.
 * When declared by its definition, the parent's hooks know the child's fields.
 */
export function rows<F extends Fields>(
  to: Child<F>,
  o: FieldOptions & { by: string; default?: object[] },
): Field<FieldsRow<F>[], ChildRowInput<F>[], StoredFieldsRow<F>[]> & InOwnTable {
  return createField<FieldsRow<F>[], ChildRowInput<F>[], StoredFieldsRow<F>[]>(rowsKind, { to: to.name, default: [], ...o }) as Field<
    FieldsRow<F>[],
    ChildRowInput<F>[],
    StoredFieldsRow<F>[]
  > &
    InOwnTable
}

const anyKind = defineFieldType({
  name: 'any',
  display: 'none',
  widget: 'any',
  column: 'text',
  normalize: (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  schema: ({ among = [] }) => ({ type: 'string', maxLength: 80, pattern: `^(${among.join('|')}):[1-9]\\d{0,14}$` }),
  messages: { format: 'core:rule.choice' },
  docs: 'A row of one of several resources, as "order:12".',
})

/** A row of one of several resources, as "order:12". Reads return its label beside it, as for `one`. */
export const any = (among: readonly string[], o: FieldOptions = {}): Field<string> => createField<string>(anyKind, { among, ...o })
