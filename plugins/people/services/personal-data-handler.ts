import { hasPermission, type Ctx, type Db, type Kernel, extensionPoint, type Tx } from 'stoa'

/** Somebody as the shop knows them, for telling them all that is kept of them and for forgetting it. */
export interface DataSubject {
  /** Their record, and those that were merged into it. */
  persons: readonly number[]
  customers: readonly number[]
  /** Addresses in their plain form; none any more once they are erased. */
  emails: readonly string[]
  /** Numbers in international form; none any more once they are erased. */
  phones: readonly string[]
  /** Marks of addresses: they are known after the addresses are gone. */
  marks: readonly string[]
  /** Rows that are theirs, by resource, as keepers have named them so far. */
  rows: Readonly<Record<string, readonly number[]>>
}

/** Who asks what is kept: they themselves are told nothing staff wrote for each other. */
export type Requester = 'themselves' | 'staff'

/**
 * What a plugin keeps of persons. Each table that can hold something of one is named by its plugin, also where it does not; a test
 * walks the database for those nobody names.
 */
export interface PersonalDataHandler {
  /** Why nothing of persons has to be told or erased in a table; `true` where the functions below see to it. */
  tables: Readonly<Record<string, true | string>>
  /** Rows that are theirs and have others hang something on them: orders, and what hangs on those. Asked in the order of offers. */
  findOwnedRows?(db: Db, who: DataSubject): Promise<Record<string, readonly number[]>>
  /** What staff must be allowed, to be told; those it is about may be told everything. */
  needs?: string
  /** What is kept, by what it is. */
  exportData?(ctx: Ctx, who: DataSubject, asking: Requester): Promise<Record<string, unknown>>
  /** Takes it away, or the person out of it. A second time changes nothing. Bytes of files go after the commit: `dropFiles`. */
  eraseData?(tx: Tx, ctx: Ctx, who: DataSubject): Promise<void>
  /** Resources of rows that are theirs, of which the audit log and their history may have words. */
  eraseAuditOf?: readonly string[]
}

/** Whoever keeps something of persons. */
export const PERSONAL_DATA = extensionPoint<PersonalDataHandler>('people/keepers', {
  description: 'what is kept of persons: how they are told of it and how it is forgotten',
  check: ({ tables, exportData, eraseData }) =>
    Object.values(tables).includes(true) !== (exportData !== undefined && eraseData !== undefined)
      ? 'tables marked true need tell and erase, and the other way round'
      : undefined,
})

/** Somebody with the rows keepers name of them, each knowing those named before. */
export async function addOwnedRows(kernel: Kernel, db: Db, known: Omit<DataSubject, 'rows'>): Promise<DataSubject> {
  let rows: DataSubject['rows'] = { person: known.persons, customer: known.customers }
  for (const handler of kernel.contributions(PERSONAL_DATA).values())
    rows = { ...rows, ...(await handler.findOwnedRows?.(db, { ...known, rows })) }
  return { ...known, rows }
}

/** All that is kept of somebody, by keeper. What staff may not read is left out and named. */
export async function exportAll(
  ctx: Ctx,
  who: DataSubject,
  asking: Requester,
): Promise<{ data: Record<string, Record<string, unknown>>; left_out: string[] }> {
  const data: Record<string, Record<string, unknown>> = {}
  const left_out: string[] = []
  for (const [name, keeper] of ctx.kernel.contributions(PERSONAL_DATA)) {
    if (!keeper.exportData) continue
    if (asking === 'staff' && keeper.needs && !hasPermission(ctx.actor, keeper.needs)) left_out.push(name)
    else data[name] = await keeper.exportData(ctx, who, asking)
  }
  return { data, left_out }
}
