import { account, type Tx } from 'stoa'

/** The address a member of staff signs in with, in lower case. */
export async function accountEmail(tx: Tx, id: number): Promise<string> {
  const [row] = await tx.query(account).select('email').where('id', id)
  return String(row?.email ?? '').toLowerCase()
}
