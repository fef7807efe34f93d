import { account, type Tx } from 'stoa'

/** E-mail address of a staff account, in lower case. */
export async function accountEmail(tx: Tx, id: number): Promise<string> {
  const [row] = await tx.query(account).select('email').where('id', id)
  return String(row?.email ?? '').toLowerCase()
}
