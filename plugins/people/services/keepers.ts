import { allows, type Ctx, type Db, type Kernel, point, type Tx } from 'stoa'

/** Somebody as the shop knows them, for telling them all that is kept of them and for forgetting it. */
export interface Who {
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
export type Asking = 'themselves' | 'staff'

/**
 * What a plugin keeps of persons. Each table that can hold something of one is named by its plugin, also where it does not; a test
 * walks the database for those nobody names.
 */
export interface Keeper {
  /** Why nothing of persons has to be told or erased in a table; `true` where the functions below see to it. */
  tables: Readonly<Record<string, true | string>>
  /** Rows that are theirs and have others hang something on them: orders, and what hangs on those. Asked in the order of offers. */
  owns?(db: Db, who: Who): Promise<Record<string, readonly number[]>>
  /** What staff must be allowed, to be told; those it is about may be told everything. */
  needs?: string
  /** What is kept, by what it is. */
  tell?(ctx: Ctx, who: Who, asking: Asking): Promise<Record<string, unknown>>
  /** Takes it away, or the person out of it. A second time changes nothing. Bytes of files go after the commit: `dropFiles`. */
  erase?(tx: Tx, ctx: Ctx, who: Who): Promise<void>
  /** Resources of rows that are theirs, of which the audit log and their history may have words. */
  said?: readonly string[]
}

/** Whoever keeps something of persons. */
export const KEEPERS = point<Keeper>('people/keepers', {
  about: 'what is kept of persons: how they are told of it and how it is forgotten',
  check: ({ tables, tell, erase }) =>
    Object.values(tables).includes(true) !== (tell !== undefined && erase !== undefined)
      ? 'tables marked true need tell and erase, and the other way round'
      : undefined,
})

/** Somebody with the rows keepers name of them, each knowing those named before. */
export async function withRows(kernel: Kernel, db: Db, known: Omit<Who, 'rows'>): Promise<Who> {
  let rows: Who['rows'] = { person: known.persons, customer: known.customers }
  for (const keeper of kernel.offers(KEEPERS).values()) rows = { ...rows, ...(await keeper.owns?.(db, { ...known, rows })) }
  return { ...known, rows }
}

/** All that is kept of somebody, by keeper. What staff may not read is left out and named. */
export async function tellAll(
  ctx: Ctx,
  who: Who,
  asking: Asking,
): Promise<{ data: Record<string, Record<string, unknown>>; left_out: string[] }> {
  const data: Record<string, Record<string, unknown>> = {}
  const left_out: string[] = []
  for (const [name, keeper] of ctx.kernel.offers(KEEPERS)) {
    if (!keeper.tell) continue
    if (asking === 'staff' && keeper.needs && !allows(ctx.actor, keeper.needs)) left_out.push(name)
    else data[name] = await keeper.tell(ctx, who, asking)
  }
  return { data, left_out }
}
