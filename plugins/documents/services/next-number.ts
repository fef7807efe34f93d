import { type Sql, sql, type Tx } from 'stoa'

/** The parts of a document number, as input of `numberFrom`. */
export interface NumberParts {
  n: number
  day: string
}

/**
 * Columns `n` and `day` for a query; each row takes one number. The day is in the time zone of the business; passing `zone` saves its
 * lookup.
 */
export const numberSql = (sequence: string, zone?: string): Sql =>
  sql`nextval(${sequence}::text::regclass) as n, to_char(${zone ? sql`now() at time zone ${zone}::text` : sql`(select business_day())`}, 'YYYY-MM-DD') as day`

/** Formats a document number: prefix, date, a counter of at least four digits and a check digit, such as SO26112100016. */
export function numberFrom(prefix: string, { n, day }: NumberParts): string {
  const digits = `${day.replaceAll('-', '').slice(2)}${String(n).padStart(4, '0')}`
  return `${prefix}${digits}${checkDigit(digits)}`
}

/** Luhn check digit: detects a wrong digit and most transpositions. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const n = Number(char) * (i % 2 === 0 ? 2 : 1)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** The next number of a document type, with today's business date and a sequence of its own. */
export async function nextNumber(tx: Tx, prefix: string, sequence: string): Promise<string> {
  const next = await tx.one<NumberParts>(sql`select ${numberSql(sequence)}`, 'documents.next-number')
  return numberFrom(prefix, next ?? { n: 0, day: '' })
}
