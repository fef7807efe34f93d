import { join, type Sql, sql } from '../db/sql.ts'
import { AppError, type Message, TOO_MANY } from '../http/errors.ts'

/** Limits how much one party may have open at the same time: orders, reserved stock, places. */
export interface OpenLimit {
  /** Identifies the party and what is counted. Transactions with the same key run one after the other. */
  key: string
  /** 0 means no limit. */
  max: number
  /** A scalar expression that counts what the party already has open. */
  counted: Sql
  /** The number to be added. */
  adds: number
  /** The first one may exceed the limit by itself. */
  firstFree?: boolean
  refusal: Message
}

/** The parts that enforce limits: a transaction locks the keys first and reads the counts in a later statement. */
export interface OpenLimits {
  keys: readonly string[]
  /** An expression that returns the counts as JSON. */
  counts: Sql
  /** Checks the counts against the limits. @throws AppError TOO_MANY */
  check(counts: readonly number[]): void
}

/**
 * Limits as parts of statements that a transaction runs anyway. The statement that reads the counts must begin after the keys are
 * locked. It then sees what other transactions committed before, so two concurrent requests cannot both pass.
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
