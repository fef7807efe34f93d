import { roundDays, sumDays } from './figures.ts'
import type { LeaveYear } from './leave-year.ts'

/** Dates on which a row of the ledger counts. Without `valid_to` it never expires. */
export interface Validity {
  valid_from: string
  valid_to: string | null
}

/** Days that were granted, accrued, carried over or added, less those already taken from them. */
export interface Lot extends Validity {
  id: number
  kind: string
  remaining: number
}

/** A row of the ledger as the balance sees it. */
export interface BalanceRow extends Validity {
  days: number
}

/** A row to write: negative days, from a lot or, when no lot has days left, from the leave year itself. */
export interface ConsumedRow extends BalanceRow {
  source_ledger_id: number | null
}

export const isValidOn = ({ valid_from, valid_to }: Validity, date: string): boolean =>
  valid_from <= date && (valid_to === null || valid_to >= date)

/** The balance on a date: the sum of the rows valid on it. Nothing else stores a balance. Rule: specification backoffice 2.7. */
export const sumBalance = (rows: readonly BalanceRow[], date: string): number =>
  sumDays(rows.filter((row) => isValidOn(row, date)).map(({ days }) => days))

const NEVER = '9999-12-31'

/** The order in which lots are used: what expires first, then carried days, then the oldest. */
export function compareLots(one: Lot, two: Lot): number {
  const key = ({ valid_to, kind, valid_from }: Lot) => `${valid_to ?? NEVER} ${kind === 'carry' ? 0 : 1} ${valid_from}`
  return key(one) < key(two) ? -1 : key(one) > key(two) ? 1 : one.id - two.id
}

/**
 * Takes days by date from the lots that are valid on each date. So a leave across the expiry of carried days splits there, and one
 * across two leave years takes from both. What no lot covers is taken from the leave year of the date.
 */
export function consumeLots(
  detail: readonly { date: string; fraction: number }[],
  lots: readonly Lot[],
  findYear: (date: string) => LeaveYear,
): ConsumedRow[] {
  const openLots = lots.toSorted(compareLots).map((lot) => ({ ...lot }))
  const rows = new Map<string, ConsumedRow>()
  const add = (row: ConsumedRow) => {
    const key = `${row.source_ledger_id ?? `year ${row.valid_from}`}`
    const days = roundDays((rows.get(key)?.days ?? 0) + row.days)
    rows.set(key, { ...row, days })
  }
  for (const { date, fraction } of detail) {
    let uncovered = fraction
    for (const lot of openLots) {
      if (uncovered <= 0) break
      if (lot.remaining <= 0 || !isValidOn(lot, date)) continue
      const days = Math.min(uncovered, lot.remaining)
      lot.remaining = roundDays(lot.remaining - days)
      uncovered = roundDays(uncovered - days)
      add({ source_ledger_id: lot.id, days: -days, valid_from: lot.valid_from, valid_to: lot.valid_to })
    }
    if (uncovered <= 0) continue
    const { start, end } = findYear(date)
    add({ source_ledger_id: null, days: -uncovered, valid_from: start, valid_to: end })
  }
  return [...rows.values()]
}

/** Missing days on the first date on which the balance would fall below what the type allows; undefined when it suffices. */
export function findShortfall(
  rows: readonly BalanceRow[],
  dates: readonly string[],
  allowNegative: number,
): { date: string; missing: number } | undefined {
  for (const date of dates) {
    const missing = roundDays(-allowNegative - sumBalance(rows, date))
    if (missing > 0) return { date, missing }
  }
  return undefined
}
