import { getColumn, columnType } from '../../core/fields/columns.ts'
import type { InternalColumns } from '../../core/fields/internal.ts'
import type { Fields } from '../../core/fields/types.ts'

/** The properties of a declared resource that concern its table. */
interface Table {
  name: string
  fields: Fields
  locked?: boolean
  softDelete?: boolean
  internal?: InternalColumns
}

const quoted = (name: string) => `"${name}"`

/** The SQL of a migration for these resources: tables, link tables, and the constraints whose names the engine maps to fields. */
export function createTablesSql(resources: readonly Table[]): string {
  return [...resources.map(toTableSql), ...resources.flatMap(toLinkTablesSql), ...resources.flatMap(toConstraintsSql)].join(';\n')
}

function toTableSql({ name, fields, locked, softDelete, internal }: Table): string {
  const columns = Object.entries(fields).flatMap(([field, schema]) => {
    const meta = schema['x-field']
    const column = meta.kind === 'password' ? `${field}_hash` : getColumn(field, meta)
    if (!column) return []
    const unique = meta.unique ? ` constraint ${name}_${field}_unique unique` : ''
    return [
      `${quoted(column)} ${columnType(meta) ?? 'text'}${meta.localized ? " not null default '{}'" : meta.required ? ' not null' : ''}${unique}`,
    ]
  })
  return `create table ${name} (${[
    'id bigint generated always as identity primary key',
    ...columns,
    ...Object.entries(internal ?? {}).map(([column, { type }]) => `${quoted(column)} ${type}`),
    ...(locked ? ['version int not null default 1'] : []),
    ...(softDelete ? ['deleted_at timestamptz'] : []),
    'created_at timestamptz not null default now()',
    'updated_at timestamptz not null default now()',
    "ext jsonb not null default '{}'",
  ].join(', ')})`
}

function toLinkTablesSql({ name, fields }: Table): string[] {
  return Object.values(fields).flatMap((schema) => {
    const { kind, to, through } = schema['x-field']
    if (kind !== 'many') return []
    return `create table ${through} (${name}_id bigint not null references ${name} on delete cascade, ${to}_id bigint not null references ${to}, "order" bigint not null)`
  })
}

function toConstraintsSql({ name, fields }: Table): string[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const { kind, to } = schema['x-field']
    const child = `${name}_${field}_fkey foreign key (${quoted(field)}) references ${to}`
    if (kind === 'privateFile')
      return [`alter table ${name} add constraint ${name}_${field}_fkey foreign key (${quoted(field)}) references file`]
    return kind === 'one'
      ? [`alter table ${name} add constraint ${child} on delete ${schema['x-field'].required ? 'cascade' : 'no action'}`]
      : []
  })
}
