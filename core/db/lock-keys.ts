import { sql } from './sql.ts'
import type { Tx } from './transaction.ts'

/** Transactions that lock one of the same keys run one after the other until they end, though there is no row to lock. Keys are locked in their order. */
export const lockKeys = (tx: Tx, keys: readonly string[], name?: string): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...keys]}::text[]) key`, name)
