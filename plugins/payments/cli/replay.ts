import { basic, f, type Kernel, sql, validator } from 'stoa'
import { CliError } from 'stoa/cli'
import { replayWebhooks } from '../services/accept-webhook.ts'

const isDay = validator(f.date())

/**
 * Processes stored gateway webhooks again, from a day on in the shop's time zone, or counts them with `dryRun`.
 * @throws CliError usage for an invalid day
 */
export async function replayStoredWebhooks(kernel: Kernel, { since, dryRun }: { since?: string; dryRun?: boolean }): Promise<string> {
  if (since !== undefined && !isDay(since)) throw new CliError('usage', `"${since}" is not a date. Use YYYY-MM-DD.`)
  const events = await kernel.db.rows<
    Parameters<typeof replayWebhooks>[1][number]
  >(sql`select id, payment_method_id, payload, headers from payment_event
    where payload <> '' and received_at >= coalesce(${since ?? null}::date::timestamp at time zone ${kernel.settings.of(basic).time_zone}, '-infinity') order by id`)
  return dryRun
    ? `${events.length} webhooks would be processed`
    : `${await replayWebhooks(kernel, events)} of ${events.length} webhooks were processed again`
}
