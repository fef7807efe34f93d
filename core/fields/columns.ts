import type { FieldMeta } from './types.ts'

/** Column of a field in its table; null for link tables, child rows and values in `ext`. */
export function getColumn(name: string, meta: FieldMeta): string | null {
  if (meta.type.column === null || meta.ext) return null
  return meta.kind === 'money' ? `${name}_minor` : name
}

/** PostgreSQL type of a field's value in one language; null when it has no column. */
export const valueType = (meta: FieldMeta): string | null =>
  typeof meta.type.column === 'function' ? meta.type.column(meta) : meta.type.column

/** PostgreSQL type a field's column must have. */
export const columnType = (meta: FieldMeta): string | null => (meta.localized ? 'jsonb' : valueType(meta))

/** Name of the property that carries a relation's label: `brand_id` → `brand_name`, `categories` → `categories_names`. */
export const getColumnName = (field: { name: string; meta: Pick<FieldMeta, 'kind'> }): string =>
  field.meta.kind === 'many' ? `${field.name}_names` : `${field.name.replace(/_id$/, '')}_name`
