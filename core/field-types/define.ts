import { Type } from '@sinclair/typebox'
import type { Field, FieldMeta, InMinorUnits, FieldType, FieldOptions, LocalizedIf } from '../fields/types.ts'

/** Thrown by `parse` with the message key of the problem in a typed value. */
export class BadText extends Error {
  readonly key: string
  constructor(key: string) {
    super(key)
    this.key = key
  }
}

type Needed = 'name' | 'widget' | 'column' | 'schema' | 'docs'

const same = (value: unknown) => value
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** Defines a field type. What is left out is as for a line of text. */
export function defineFieldType(kind: Pick<FieldType, Needed> & Partial<Omit<FieldType, Needed>>): FieldType {
  return {
    parse: same,
    normalize: trimmed,
    toDb: same,
    fromDb: same,
    cell: 'text',
    messages: {},
    long: false,
    blankText: false,
    list: false,
    display: 'text',
    ...kind,
  }
}

type Options<T, M> = FieldOptions & M & { default?: T }

/** Builds a field from its meta data: the JSON schema of its field type, carrying the meta data. */
function getSchema<T, In, Stored>(meta: FieldMeta): Field<T, In, Stored> {
  const schema = { ...meta.type.schema(meta), ...(meta.default === undefined ? {} : { default: meta.default }), 'x-field': meta }
  return Type.Unsafe<T>(schema) as unknown as Field<T, In, Stored>
}

/**
 * Creates a field of a field type. It is required unless it has a default, is read-only, or is wrapped in `f.maybe`.
 * @param marks options of the declaration
 * @param usual defaults of the field type
 */
export function createField<T, In = T, Stored = In>(kind: FieldType, marks: object, usual: Partial<FieldMeta> = {}): Field<T, In, Stored> {
  const declaredMeta: Partial<FieldMeta> = { ...usual, ...marks }
  const meta: FieldMeta = {
    nullable: false,
    ...declaredMeta,
    kind: kind.name,
    type: kind,
    required: declaredMeta.default === undefined && !declaredMeta.readOnly,
  }
  return getSchema(meta)
}

/** Creates the function that declares fields of a field type, typed by their JSON value and their options. */
export const createFieldBuilder =
  <T, M = object>(kind: FieldType, usual: Partial<FieldMeta> = {}) =>
  <const O extends Options<T, M>>(marks: O = {} as O): Field<T, LocalizedIf<T, O>> =>
    createField(kind, marks, usual)

/** Makes a field optional: absent or null means empty. */
export function maybe(field: Field<string> & InMinorUnits): Field<string | null> & InMinorUnits
export function maybe<T, In, Stored>(field: Field<T, In, Stored>): Field<T | null, In | null, Stored | null>
export function maybe(field: Field): Field {
  return getSchema({ ...field['x-field'], required: false, nullable: true })
}
