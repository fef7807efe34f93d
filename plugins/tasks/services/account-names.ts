import { account, type Kernel } from 'stoa'

/** Names of accounts by id. Deleted accounts are not among them. */
export async function readAccountNames(kernel: Kernel, ids: Iterable<number | null>): Promise<ReadonlyMap<number, string>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null)
  const rows = uniqueIds.length > 0 ? await kernel.query(account).whereIn('id', uniqueIds) : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Accounts that a task can be assigned to, by name: at most 500. */
export async function findAssignable(kernel: Kernel): Promise<{ id: number; name: string }[]> {
  const rows = await kernel.query(account).where('enabled', true).orderBy(['name', 'id']).limit(500)
  return rows.map(({ id, name }) => ({ id, name }))
}
