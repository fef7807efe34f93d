import { lockKeys } from '../db/lock-keys.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { Failed, type Text, TOO_MANY } from '../http/errors.ts'

/** At most so much that one party has open at once: orders, goods, places. */
export interface OpenLimit {
  /** Names the party and what is counted: transactions with one key wait for each other. */
  key: string
  /** 0 means no limit. */
  max: number
  /** A scalar expression that counts what the party has open already. */
  counted: Sql
  /** What is about to be added. */
  adds: number
  /** The first that is opened may be larger than the limit by itself. */
  firstFree?: boolean
  refusal: Text
}

/**
 * Refuses what would be more than a party may have open at once. The counts are read in a statement after the locks, so what
 * others committed meanwhile is counted; two requests at once cannot both pass. @throws Failed TOO_MANY
 */
export async function limitOpen(tx: Tx, limits: readonly OpenLimit[]): Promise<void> {
  const active = limits.filter(({ max }) => max > 0)
  if (active.length === 0) return
  await lockKeys(tx, active.map(({ key }) => key).sort())
  const counts = active.map(({ counted }, n) => sql`select ${n}::int as n, (${counted})::int as count`)
  const rows = await tx.rows<{ n: number; count: number }>(counts.reduce((all, one) => sql`${all} union all ${one}`))
  const countOf = new Map(rows.map(({ n, count }) => [n, count]))
  const refused = active.find(({ max, adds, firstFree }, n) => {
    const count = countOf.get(n) ?? 0
    return count + adds > max && !(firstFree === true && count === 0)
  })
  if (refused) throw new Failed(TOO_MANY, [refused.refusal])
}
