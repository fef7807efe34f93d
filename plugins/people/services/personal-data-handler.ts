import { hasPermission, type Ctx, type Db, type Kernel, extensionPoint, type Tx } from 'stoa'

/** A person for data export and erasure (GDPR articles 15 and 17). */
export interface DataSubject {
  /** Their record, and the records merged into it. */
  persons: readonly number[]
  customers: readonly number[]
  /** Normalized e-mail addresses; empty after erasure. */
  emails: readonly string[]
  /** Phone numbers in international format; empty after erasure. */
  phones: readonly string[]
  /** Hashes of addresses, which still identify them after erasure. */
  addressHashes: readonly string[]
  /** Rows of the person by resource, as far as personal-data handlers have reported them. */
  rows: Readonly<Record<string, readonly number[]>>
}

/** Who requests the export: the `person`, who gets no internal notes of staff, or a member of `staff`. */
export type Requester = 'person' | 'staff'

/**
 * Personal data of a plugin. The plugin lists each table that could contain some, also those that do not; a test
 * scans the database for tables nobody lists.
 */
export interface PersonalDataHandler {
  /** `true` if the functions below handle a table, or else the reason why it needs no export or erasure. */
  tables: Readonly<Record<string, true | string>>
  /** Rows of the person that other rows may reference: orders, and rows that belong to them. Called in contribution order. */
  findOwnedRows?(db: Db, subject: DataSubject): Promise<Record<string, readonly number[]>>
  /** Permission staff need for the export; the person needs none. */
  needs?: string
  /** The data, by type. */
  exportData?(ctx: Ctx, subject: DataSubject, requester: Requester): Promise<Record<string, unknown>>
  /** Deletes or anonymizes it. Idempotent. File contents are deleted after commit: `dropFiles`. */
  eraseData?(tx: Tx, ctx: Ctx, subject: DataSubject): Promise<void>
  /** Resources of the person's rows whose values in the audit log and history are cleared. */
  eraseAuditOf?: readonly string[]
}

/** Personal-data handlers. */
export const PERSONAL_DATA = extensionPoint<PersonalDataHandler>('people/personal-data', {
  description: 'personal data: how it is exported and erased',
  check: ({ tables, exportData, eraseData }) =>
    Object.values(tables).includes(true) !== (exportData !== undefined && eraseData !== undefined)
      ? 'tables marked true require exportData and eraseData, and the other way round'
      : undefined,
})

/** Adds the rows that handlers report; each handler sees the rows of the earlier ones. */
export async function addOwnedRows(kernel: Kernel, db: Db, knownSubject: Omit<DataSubject, 'rows'>): Promise<DataSubject> {
  let rows: DataSubject['rows'] = { person: knownSubject.persons, customer: knownSubject.customers }
  for (const handler of kernel.contributions(PERSONAL_DATA).values())
    rows = { ...rows, ...(await handler.findOwnedRows?.(db, { ...knownSubject, rows })) }
  return { ...knownSubject, rows }
}

/** All personal data of a person, by handler. Data that staff may not read is left out and listed. */
export async function exportAll(
  ctx: Ctx,
  subject: DataSubject,
  requester: Requester,
): Promise<{ data: Record<string, Record<string, unknown>>; left_out: string[] }> {
  const data: Record<string, Record<string, unknown>> = {}
  const left_out: string[] = []
  for (const [name, handler] of ctx.kernel.contributions(PERSONAL_DATA)) {
    if (!handler.exportData) continue
    if (requester === 'staff' && handler.needs && !hasPermission(ctx.actor, handler.needs)) left_out.push(name)
    else data[name] = await handler.exportData(ctx, subject, requester)
  }
  return { data, left_out }
}
