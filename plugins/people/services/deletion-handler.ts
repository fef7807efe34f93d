import { type Declared, type Fields, id, join, type Sql, sql, systemCtx } from 'stoa'
import { addressHashSql } from './consent-sql.ts'
import type { PersonalDataHandler, DataSubject } from './personal-data-handler.ts'

/** Columns that identify the person of a row; any of them is enough. */
export interface OwnerColumns<Name extends string> {
  customer?: Name
  person?: Name
  email?: Name
}

/** Columns exported for every row. */
const ALWAYS_EXPORTED: readonly string[] = ['id', 'created_at']

/** Tables of child rows and links of a resource. */
const listChildTables = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ 'x-field': { kind, to, through } }) => (kind === 'rows' ? (to ?? []) : (through ?? [])))

function ownedBySql({ customer, person, email }: OwnerColumns<string>, subject: DataSubject): Sql {
  const ids = (column: string, values: readonly number[]) => sql`${id(column)} = any(${[...values]}::bigint[])`
  const conditions: Sql[] = []
  if (customer) conditions.push(ids(customer, subject.customers))
  if (person) conditions.push(ids(person, subject.persons))
  // The hash still identifies an address after it is erased elsewhere.
  if (email) conditions.push(sql`${addressHashSql(id(email))} = any(${[...subject.addressHashes]})`)
  return join(conditions, ' or ')
}

/**
 * A personal-data handler for rows that belong to one person only: erasure deletes them through the resource's hooks,
 * with files and child rows. The data export contains `fields`; leave out internal fields of staff.
 * @throws Error if the rows cannot be deleted: no column identifies the person, or the resource uses soft delete
 */
export function createDeletionHandler<F extends Fields, K extends keyof F & string>(
  resource: Declared<F>,
  { by, fields }: { by: OwnerColumns<keyof F & string>; fields: readonly K[] },
): PersonalDataHandler {
  const { name, table = name, softDelete } = resource
  if (Object.keys(by).length === 0) throw new Error(`"${name}" needs a field that identifies the person`)
  if (softDelete) throw new Error(`"${name}" uses soft delete, so its rows would stay`)
  const exportedColumns = new Set([...ALWAYS_EXPORTED, ...fields])
  const toExportedRow = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => exportedColumns.has(key)))
  return {
    tables: {
      [table]: true,
      ...Object.fromEntries(listChildTables(resource.fields).map((part) => [part, 'child rows, deleted with their parent'])),
    },
    needs: `get ${name.replaceAll('_', ' ')}`,
    async findOwnedRows(db, subject) {
      const rows = await db.rows<{ id: number }>(sql`select id from ${id(table)} where ${ownedBySql(by, subject)} order by id`)
      return { [name]: rows.map((row) => row.id) }
    },
    async exportData({ kernel }, { rows }) {
      const found = await kernel
        .query(resource)
        .findByIds([...(rows[name] ?? [])])
        .orderBy('id')
      return { [name]: found.map(toExportedRow) }
    },
    async eraseData(tx, { kernel }, subject) {
      const locked = await tx.rows<{ id: number }>(sql`select id from ${id(table)} where ${ownedBySql(by, subject)} order by id for update`)
      for (const row of locked) await kernel.resources.removeIn(tx, systemCtx(kernel, 'people'), resource, row.id)
    },
    eraseAuditOf: [name],
  }
}
