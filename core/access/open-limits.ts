import { join, type Sql, sql } from '../db/sql.ts'
import { AppError, type Message, TOO_MANY } from '../http/errors.ts'

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
  refusal: Message
}

/** The parts that enforce limits: a transaction locks the keys first, and reads the counts in a later statement. */
export interface OpenLimits {
  keys: readonly string[]
  /** An expression that answers the counts as JSON. */
  counts: Sql
  /** Refuses what would be more than a party may have open at once. @throws Failed TOO_MANY */
  check(counts: readonly number[]): void
}

/**
 * Limits as parts of statements that a transaction asks anyway. The counts have to be read by a statement that begins after the keys were
 * locked: then what others committed meanwhile is counted, and two requests at once cannot both pass.
 */
export function openLimits(limits: readonly OpenLimit[]): OpenLimits {
  const active = limits.filter(({ max }) => max > 0)
  return {
    keys: active.map(({ key }) => key).sort(),
    counts: active.length === 0 ? sql`'[]'::json` : sql`json_build_array(${join(active.map(({ counted }) => sql`(${counted})::int`))})`,
    check(counts) {
      const refused = active.find(({ max, adds, firstFree }, n) => {
        const count = counts[n] ?? 0
        return count + adds > max && !(firstFree === true && count === 0)
      })
      if (refused) throw new AppError(TOO_MANY, [refused.refusal])
    },
  }
}
