import { type Sql, sql, type Tx } from 'stoa'

/** What the next number of a kind of document is made of, as `numberFrom` takes it. */
export interface NumberParts {
  n: number
  day: string
}

/**
 * Columns `n` and `day` of a statement: a number is taken for each row it answers. The day is that of the business; whoever knows its
 * `zone` spares the database looking for it.
 */
export const numberSql = (sequence: string, zone?: string): Sql =>
  sql`nextval(${sequence}::text::regclass) as n, to_char(${zone ? sql`now() at time zone ${zone}::text` : sql`(select business_day())`}, 'YYYY-MM-DD') as day`

/** A number as papers show it: its kind, the day, a counter of at least four digits and a check digit, such as SO26112100016. */
export function numberFrom(prefix: string, { n, day }: NumberParts): string {
  const digits = `${day.replaceAll('-', '').slice(2)}${String(n).padStart(4, '0')}`
  return `${prefix}${digits}${checkDigit(digits)}`
}

/** Luhn check digit of a row of digits: catches a wrong digit and most swapped ones on the phone. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const n = Number(char) * (i % 2 === 0 ? 2 : 1)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** The next number of a kind of document, of the business's day and a sequence of its own. */
export async function nextNumber(tx: Tx, prefix: string, sequence: string): Promise<string> {
  const next = await tx.one<NumberParts>(sql`select ${numberSql(sequence)}`, 'documents.next-number')
  return numberFrom(prefix, next ?? { n: 0, day: '' })
}
