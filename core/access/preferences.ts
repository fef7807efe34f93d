import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { validationError, message } from '../http/errors.ts'

/** Limit for the preferences of one account, in bytes of JSON. */
const MOST_BYTES = 60_000

/**
 * Merges preferences into those stored; null removes one. Only the pages interpret them.
 * @throws AppError INVALID when they are not a map of short names, or too many.
 */
export async function savePreferences(db: Db, account: number, input: unknown): Promise<void> {
  const refused = validationError({ preferences: message('core:rule.check_input') })
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw refused
  if (!Object.keys(input).every((key) => /^[a-z][a-z0-9_:.-]{0,80}$/.test(key))) throw refused
  const json = JSON.stringify(input)
  if (json.includes('\\u0000')) throw refused
  const updatedCount = await db.run(sql`update account a set preferences = n.value
    from (select jsonb_strip_nulls(preferences || ${json}::jsonb) as value from account where id = ${account}) n
    where a.id = ${account} and octet_length(n.value::text) <= ${MOST_BYTES}`)
  if (updatedCount !== 1) throw refused
}
