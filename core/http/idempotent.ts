import { createHash } from 'node:crypto'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { CONFLICT, defineError, AppError, validationError, message } from './errors.ts'

export const KEY_REUSED = defineError('KEY_REUSED', 422, 'core:error.key_reused')

/**
 * Runs a function once per `Idempotency-Key`. The key is inserted first, in the same transaction, so a concurrent duplicate waits
 * and then gets the stored response. Keys are kept for a day.
 * @throws AppError KEY_REUSED when the key was used with another body.
 */
export async function idempotent<T>(tx: Tx, scope: string, key: string | undefined, body: unknown, run: () => Promise<T>): Promise<T> {
  if (key === undefined) return run()
  if (!/^[\w-]{8,100}$/.test(key)) throw validationError({ 'Idempotency-Key': message('core:rule.check_input') })
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const claimed = await tx.run(
    sql`insert into idempotency_key (scope, key, fingerprint) values (${scope}, ${key}, ${fingerprint}) on conflict do nothing`,
  )
  if (claimed === 0) {
    const stored = await tx.one<{ fingerprint: string; body: T | null }>(
      sql`select fingerprint, body from idempotency_key where scope = ${scope} and key = ${key}`,
    )
    if (stored?.fingerprint !== fingerprint) throw new AppError(KEY_REUSED)
    if (stored.body === null) throw new AppError(CONFLICT)
    return stored.body
  }
  const answer = await run()
  await tx.run(sql`update idempotency_key set body = ${JSON.stringify(answer)}::jsonb where scope = ${scope} and key = ${key}`)
  return answer
}
