import { sql } from './sql.ts'
import type { Tx } from './transaction.ts'

/**
 * Takes advisory locks that are held until the transaction ends. Transactions with a common key run one after the other although
 * there is no row to lock. Keys are locked in the given order.
 */
export const lockKeys = (tx: Tx, keys: readonly string[], name?: string): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...keys]}::text[]) key`, name)
