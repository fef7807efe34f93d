import { type Kernel, sql, systemCtx } from 'stoa'
import type { Ack, ParsedNotice, Notice, PaymentReport } from './adapter.ts'
import { clearErasedNotices } from './personal-data.ts'
import { recordReportIn } from './ledger.ts'
import type { BookingResult } from './booking-context.ts'
import { findMissingSettings, type Method, findMethod } from './methods.ts'

/** Headers that may hold credentials and are not stored. */
const PRIVATE = /^(authorization|cookie|proxy-authorization|x-api-key)$/

const quiet = (headers: Notice['headers']) => Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE.test(name)))

/**
 * Handles a webhook: verify the signature on the raw bytes, store the notification, then record it. A repeated
 * notification is found by its key and gets the same answer. A notification that cannot be recorded now stays stored,
 * and the job `events` retries it.
 */
export async function acceptNotice(kernel: Kernel, method: Method, notice: Notice): Promise<Ack> {
  const { adapter, account } = method
  const ack = (outcome: 'taken' | 'refused') =>
    adapter.ack?.(outcome) ?? { status: outcome === 'taken' ? 200 : 400, body: '', type: 'text/plain' }
  if (!adapter.verify || !adapter.read) return { status: 404, body: '', type: 'text/plain' }
  const refused = (reason: string) => {
    kernel.log.warn({ method: account.code, bytes: notice.raw.length }, `a notice of a payment gateway ${reason}: nothing was changed`)
    return ack('refused')
  }
  // A missing secret, or one that cannot be decrypted, reads as empty, and anybody could sign with an empty secret.
  const missing = findMissingSettings(kernel, account.provider, account.config)
  if (missing.length > 0) return refused(`cannot be checked without ${missing.join(', ')}`)
  if (!(await adapter.verify(notice, account))) return refused('is not signed by it')
  const parsedNotice = await adapter.read(notice, account)
  const event = await kernel.db.one<{ id: number; done: boolean }>(sql`
    with new as (insert into payment_event (payment_method_id, provider, event_key, type, payload, headers)
      values (${account.id}, ${account.provider}, ${parsedNotice.event_key}, ${parsedNotice.type.slice(0, 100)}, ${notice.raw}, ${JSON.stringify(quiet(notice.headers))}::jsonb)
      on conflict do nothing returning id)
    select id, false as done from new
    union all select id, processed_at is not null from payment_event where payment_method_id = ${account.id} and event_key = ${parsedNotice.event_key} limit 1`)
  if (event && !event.done)
    await process(kernel, method, event.id, parsedNotice.reports).catch((err: unknown) =>
      kernel.log.error({ err, event: event.id }, 'a notice of a payment gateway waits to be booked'),
    )
  return ack('taken')
}

/** Records an event once. @returns false if another process did */
async function process(kernel: Kernel, method: Method, event: number, reports: readonly PaymentReport[]): Promise<boolean> {
  return kernel.transaction(async (tx) => {
    const claimed = await tx.run(sql`update payment_event set processed_at = now() where id = ${event} and processed_at is null`)
    if (claimed === 0) return false
    const results: BookingResult[] = []
    const ctx = systemCtx(kernel, method.account.code)
    for (const report of reports)
      results.push(await recordReportIn(tx, ctx, report, { method: { id: method.account.id }, byProvider: true }))
    await tx.run(sql`update payment_event set result = ${results.join(' ')} where id = ${event}`)
    await clearErasedNotices(tx, event)
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

interface Stored {
  id: number
  payment_method_id: number
  payload: Buffer
  headers: Record<string, string>
}

/** Retries stored events that could not be recorded. */
export async function bookPendingNotices(kernel: Kernel): Promise<void> {
  const waiting = await kernel.db.rows<Stored>(
    sql`select id, payment_method_id, payload, headers from payment_event where processed_at is null and received_at < now() - interval '10 seconds' order by id limit 200`,
  )
  for (const event of waiting) {
    const method = await findMethod(kernel, { id: event.payment_method_id })
    const parsedNotice = await readStored(method, event).catch(() => undefined)
    if (method && parsedNotice)
      await process(kernel, method, event.id, parsedNotice.reports).catch((err: unknown) =>
        kernel.log.error({ err, event: event.id }, 'a notice of a payment gateway waits to be booked'),
      )
  }
}

/** Parses a stored event; its signature was verified when it arrived. */
const readStored = async (method: Method | undefined, event: Pick<Stored, 'payload' | 'headers'>): Promise<ParsedNotice | undefined> =>
  method?.adapter.read?.({ raw: event.payload, headers: event.headers, query: {} }, method.account)

/** Processes stored events again in order of arrival. The ledger does not change. @returns how many */
export async function replayNotices(kernel: Kernel, events: readonly Stored[]): Promise<number> {
  let booked = 0
  for (const event of events) {
    const method = await findMethod(kernel, { id: event.payment_method_id })
    const parsedNotice = await readStored(method, event)
    if (!method || !parsedNotice) continue
    await recordReport(kernel, method, parsedNotice.reports)
    booked++
  }
  return booked
}
