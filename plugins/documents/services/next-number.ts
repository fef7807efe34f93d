import { sql, type Tx } from '#core'
import { documentNumber } from '../domain/number.ts'

/** The next number of a kind of document, of the business's day and a sequence of its own. */
export async function nextNumber(tx: Tx, prefix: string, sequence: string): Promise<string> {
  const next = await tx.one<{ n: number; day: string }>(
    sql`select nextval(${sequence}::text::regclass) as n, to_char((select business_day()), 'YYYY-MM-DD') as day`,
    'documents.next-number',
  )
  return documentNumber(prefix, next?.day ?? '', next?.n ?? 0)
}
