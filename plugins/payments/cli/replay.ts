import { type Kernel, sql } from '#core'
import { replay } from '../services/intake.ts'

/** Reads stored notices of gateways again, or says how many it would read. */
export async function replayed(kernel: Kernel, { since, dryRun }: { since?: string; dryRun?: boolean }): Promise<string> {
  const events = await kernel.db.rows<
    Parameters<typeof replay>[1][number]
  >(sql`select id, payment_method_id, payload, headers from payment_event
    where payload <> '' and received_at >= coalesce(${since ?? null}::timestamptz, '-infinity') order by id`)
  return dryRun ? `${events.length} notices would be read` : `${await replay(kernel, events)} of ${events.length} notices were read again`
}
