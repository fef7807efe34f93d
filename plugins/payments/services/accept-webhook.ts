import { type Kernel, sql, systemCtx } from 'stoa'
import type { WebhookResponse, ParsedWebhook, WebhookRequest, PaymentReport } from './adapter.ts'
import { clearErasedWebhooks } from './personal-data.ts'
import { recordReportIn } from './record-report.ts'
import type { ReportResult } from './report-source.ts'
import { findMissingSettings, type Method, findMethod } from './methods.ts'

/** Headers that may hold credentials and are not stored. */
const PRIVATE_HEADERS = /^(authorization|cookie|proxy-authorization|x-api-key)$/

const removePrivateHeaders = (headers: WebhookRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.test(name)))

/**
 * Handles a webhook: verify the signature on the raw bytes, store the webhook, then record it. A repeated
 * webhook is found by its key and gets the same answer. A webhook that cannot be recorded now stays stored,
 * and the job `payments/events` retries it.
 */
export async function acceptWebhook(kernel: Kernel, method: Method, webhook: WebhookRequest): Promise<WebhookResponse> {
  const { adapter, account } = method
  const respond = (outcome: 'accepted' | 'refused') =>
    adapter.acknowledgeWebhook?.(outcome) ?? { status: outcome === 'accepted' ? 200 : 400, body: '', type: 'text/plain' }
  if (!adapter.verifyWebhook || !adapter.parseWebhook) return { status: 404, body: '', type: 'text/plain' }
  const refuse = (reason: string) => {
    kernel.log.warn({ method: account.code, bytes: webhook.raw.length }, `a webhook of a payment gateway ${reason}: nothing was changed`)
    return respond('refused')
  }
  // A missing secret, or one that cannot be decrypted, reads as empty, and anybody could sign with an empty secret.
  const missing = findMissingSettings(kernel, account.provider, account.config)
  if (missing.length > 0) return refuse(`cannot be verified without ${missing.join(', ')}`)
  if (!(await adapter.verifyWebhook(webhook, account))) return refuse('has no valid signature')
  const parsedWebhook = await adapter.parseWebhook(webhook, account)
  const event = await kernel.db.one<{ id: number; done: boolean }>(sql`
    with inserted as (insert into payment_event (payment_method_id, provider, event_key, type, payload, headers)
      values (${account.id}, ${account.provider}, ${parsedWebhook.event_key}, ${parsedWebhook.type.slice(0, 100)}, ${webhook.raw}, ${JSON.stringify(removePrivateHeaders(webhook.headers))}::jsonb)
      on conflict do nothing returning id)
    select id, false as done from inserted
    union all select id, processed_at is not null from payment_event where payment_method_id = ${account.id} and event_key = ${parsedWebhook.event_key} limit 1`)
  if (event && !event.done)
    await recordEvent(kernel, method, event.id, parsedWebhook.reports).catch((err: unknown) =>
      kernel.log.error({ err, event: event.id }, 'a webhook of a payment gateway could not be recorded; it is retried'),
    )
  return respond('accepted')
}

/** Records an event once. @returns false if another process did */
async function recordEvent(kernel: Kernel, method: Method, event: number, reports: readonly PaymentReport[]): Promise<boolean> {
  return kernel.transaction(async (tx) => {
    const claimed = await tx.run(sql`update payment_event set processed_at = now() where id = ${event} and processed_at is null`)
    if (claimed === 0) return false
    const results: ReportResult[] = []
    const ctx = systemCtx(kernel, method.account.code)
    for (const report of reports)
      results.push(await recordReportIn(tx, ctx, report, { method: { id: method.account.id }, byProvider: true }))
    await tx.run(sql`update payment_event set result = ${results.join(' ')} where id = ${event}`)
    await clearErasedWebhooks(tx, event)
    return true
  })
}

/** Records a provider's answer to a query. */
export async function recordReport(kernel: Kernel, method: Method, reports: readonly PaymentReport[]): Promise<void> {
  if (reports.length === 0) return
  const ctx = systemCtx(kernel, method.account.code)
  await kernel.transaction(async (tx) => {
    for (const report of reports) await recordReportIn(tx, ctx, report, { method: { id: method.account.id }, byProvider: true })
  })
}

interface StoredEvent {
  id: number
  payment_method_id: number
  payload: Buffer
  headers: Record<string, string>
}

/** Retries stored events that could not be recorded. */
export async function recordPendingWebhooks(kernel: Kernel): Promise<void> {
  const pendingEvents = await kernel.db.rows<StoredEvent>(
    sql`select id, payment_method_id, payload, headers from payment_event where processed_at is null and received_at < now() - interval '10 seconds' order by id limit 200`,
  )
  for (const event of pendingEvents) {
    const method = await findMethod(kernel, { id: event.payment_method_id })
    const parsedWebhook = await parseStoredEvent(method, event).catch(() => undefined)
    if (method && parsedWebhook)
      await recordEvent(kernel, method, event.id, parsedWebhook.reports).catch((err: unknown) =>
        kernel.log.error({ err, event: event.id }, 'a webhook of a payment gateway could not be recorded; it is retried'),
      )
  }
}

/** Parses a stored event; its signature was verified when it arrived. */
const parseStoredEvent = async (
  method: Method | undefined,
  event: Pick<StoredEvent, 'payload' | 'headers'>,
): Promise<ParsedWebhook | undefined> =>
  method?.adapter.parseWebhook?.({ raw: event.payload, headers: event.headers, query: {} }, method.account)

/** Processes stored events again in order of arrival. The ledger does not change. @returns how many */
export async function replayWebhooks(kernel: Kernel, events: readonly StoredEvent[]): Promise<number> {
  let replayed = 0
  for (const event of events) {
    const method = await findMethod(kernel, { id: event.payment_method_id })
    const parsedWebhook = await parseStoredEvent(method, event)
    if (!method || !parsedWebhook) continue
    await recordReport(kernel, method, parsedWebhook.reports)
    replayed++
  }
  return replayed
}
