import { type Sql, sql, type Tx } from '#core'
import { documentNumber } from '../domain/number.ts'

/** What the next number of a kind of document is made of, as `numberFrom` takes it. */
export interface NumberParts {
  n: number
  day: string
}

/** Columns `n` and `day` of a statement: a number is taken for each row it answers. The day is that of the business. */
export const numberSql = (sequence: string): Sql =>
  sql`nextval(${sequence}::text::regclass) as n, to_char((select business_day()), 'YYYY-MM-DD') as day`

/** A number as papers show it, such as SO26112100017. */
export const numberFrom = (prefix: string, { n, day }: NumberParts): string => documentNumber(prefix, day, n)

/** The next number of a kind of document, of the business's day and a sequence of its own. */
export async function nextNumber(tx: Tx, prefix: string, sequence: string): Promise<string> {
  const next = await tx.one<NumberParts>(sql`select ${numberSql(sequence)}`, 'documents.next-number')
  return numberFrom(prefix, next ?? { n: 0, day: '' })
}
