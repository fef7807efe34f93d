import { type Kernel, sql, systemCtx, type Tx } from 'stoa'
import { CONSENT, EVERY_TOPIC, TIMELINE } from 'stoa/plugins/people'
import { broadcasting } from '../settings.ts'
import { allowedSql, type ClaimedRecipient, type RunningBroadcast } from './claim.ts'
import { broadcast } from '../resources/broadcast.ts'

/** The result of sending one message. */
export type Outcome =
  | { kind: 'sent'; providerId: string }
  /** The provider rejected it permanently. `isUnknownRecipient`: because the address does not exist. */
  | { kind: 'refused'; error: string; isUnknownRecipient?: boolean }
  /** The provider did not accept it. It can be retried. */
  | { kind: 'later'; error: string }
  /** The provider may have accepted it but did not confirm. Only a person may decide to send it again. */
  | { kind: 'unknown'; error: string }
  /** It was withheld right before sending: the recipient row changed, or the broadcast was stopped. */
  | { kind: 'withheld' }

/** Maximum number of attempts per recipient. */
const MAX_ATTEMPTS = 5

export const actor = { kind: 'system', name: 'broadcast' } as const

/** Condition that the row is still claimed by this claim. A process that has lost its claim cannot settle the row. */
const isClaimedSql = ({ id, claim }: ClaimedRecipient) =>
  sql`r.id = ${id} and r.claim = ${claim} and (r.status = 'process' or (r.status = 'abnormal' and r.reason = 'unknown'))`

/**
 * Marks a row as handed over, right before the provider gets the end of the message. From here on the provider may have it. Returns false
 * when the message must not be sent: the broadcast was stopped, the recipient unsubscribed, or another process holds the claim.
 */
export async function markHandedOver(kernel: Kernel, { topic }: RunningBroadcast, { id, claim }: ClaimedRecipient): Promise<boolean> {
  const done = await kernel.db.run(sql`
    update broadcast_recipient r set handed_at = now() from broadcast b
    where r.id = ${id} and r.claim = ${claim} and r.status = 'process' and r.handed_at is null and b.id = r.broadcast_id and b.status = 'process'
      and ${allowedSql(topic)} is null`)
  return done === 1
}

/** Records the result of sending a message. */
export async function recordOutcome(kernel: Kernel, broadcast: RunningBroadcast, row: ClaimedRecipient, outcome: Outcome): Promise<void> {
  await kernel.transaction(async (tx) => {
    if (outcome.kind === 'sent') await recordSent(tx, kernel, broadcast, row, outcome.providerId)
    else if (outcome.kind === 'withheld') await returnToPending(tx, broadcast, row)
    else await recordFailure(tx, kernel, broadcast, row, outcome)
    tx.invalidate('broadcast_recipient')
  })
}

async function recordSent(tx: Tx, kernel: Kernel, { id }: RunningBroadcast, row: ClaimedRecipient, providerId: string): Promise<void> {
  const done = await tx.run(sql`update broadcast_recipient r set status = 'sent', reason = '', error = '', sent_at = now(),
    provider_id = ${providerId.slice(0, 500)}, updated_at = now() where ${isClaimedSql(row)}`)
  if (done !== 1) return
  await tx.run(sql`update broadcast set errors_in_row = 0 where id = ${id} and errors_in_row <> 0`)
  await recordActivity(tx, kernel, { broadcast: id, recipient: row.id, person: row.person_id, event: 'sent' })
}

/** Adds an activity event to the timeline of the recipient, once per event type and broadcast. */
export async function recordActivity(
  tx: Tx,
  kernel: Kernel,
  outcome: { broadcast: number; recipient: number; person: number | null; event: string; at?: Date },
): Promise<void> {
  if (outcome.person === null) return
  const row = await tx.one<{ title: string }>(sql`select title from broadcast where id = ${outcome.broadcast}`)
  await kernel.get(TIMELINE).record(tx, {
    personId: outcome.person,
    what: `broadcast.${outcome.event}`,
    params: { title: row?.title ?? '' },
    subject: outcome.broadcast,
    actor,
    dedupeKey: `broadcast ${outcome.recipient} ${outcome.event}`,
    ...(outcome.at ? { at: outcome.at } : {}),
  })
}

/** Returns a row to pending, unless it may not be sent any more. */
async function returnToPending(tx: Tx, { id, topic }: RunningBroadcast, row: ClaimedRecipient): Promise<void> {
  await tx.run(sql`
    update broadcast_recipient r set claim = null, handed_at = null, updated_at = now(), due_at = null,
      status = case when b.status = 'canceled' then 'canceled' when ${allowedSql(topic)} is not null then 'rejected' else 'pending' end,
      reason = case when b.status = 'canceled' then 'stopped' else coalesce(${allowedSql(topic)}, '') end
    from broadcast b where b.id = ${id} and r.id = ${row.id} and r.claim = ${row.claim} and r.status = 'process'`)
}

async function recordFailure(
  tx: Tx,
  kernel: Kernel,
  { id, channel }: RunningBroadcast,
  row: ClaimedRecipient,
  outcome: Extract<Outcome, { error: string }>,
): Promise<void> {
  const { retry_seconds, max_errors } = kernel.settings.of(broadcasting)
  const isRetried = outcome.kind === 'later' && row.attempts < MAX_ATTEMPTS
  const reason = outcome.kind === 'later' ? 'unreachable' : outcome.kind
  const error = outcome.error.slice(0, 500)
  const wait = retry_seconds * 2 ** (row.attempts - 1)
  const done =
    await tx.run(sql`update broadcast_recipient r set status = ${isRetried ? 'pending' : 'abnormal'}, reason = ${isRetried ? '' : reason},
    error = ${error}, claim = case when ${isRetried} then null else claim end, handed_at = case when ${isRetried} then null else handed_at end,
    due_at = case when ${isRetried} then now() + make_interval(secs => ${wait}) end, updated_at = now() where ${isClaimedSql(row)}`)
  if (done !== 1) return
  if (outcome.kind === 'refused' && outcome.isUnknownRecipient === true)
    await recordUnknownRecipient(tx, kernel, { id, channel }, row, error)
  const count = await tx.one<{
    n: number
    status: string
  }>(sql`update broadcast set errors_in_row = errors_in_row + 1, last_error = ${error}
    where id = ${id} returning errors_in_row as n, status`)
  if (count?.status === 'process' && count.n >= max_errors)
    await kernel.resources.transitionIn(tx, systemCtx(kernel, 'broadcast'), broadcast, id, 'fail')
}

/** Records a hard bounce for an address that the server rejects as unknown during the SMTP dialogue. */
async function recordUnknownRecipient(
  tx: Tx,
  kernel: Kernel,
  { id, channel }: Pick<RunningBroadcast, 'id' | 'channel'>,
  row: ClaimedRecipient,
  error: string,
): Promise<void> {
  await tx.run(sql`insert into broadcast_event (recipient_id, type, event_key, meta)
    values (${row.id}, 'bounce_hard', ${`refused ${row.id}`}, ${JSON.stringify({ said: error })}::jsonb) on conflict do nothing`)
  await recordActivity(tx, kernel, { broadcast: id, recipient: row.id, person: row.person_id, event: 'bounced' })
  if (kernel.settings.of(broadcasting).hard_bounces !== 1) return
  await kernel.get(CONSENT).recordChange(tx, {
    address: row.address_norm,
    channel,
    topic: EVERY_TOPIC,
    state: 'suppressed',
    reason: 'bounce',
    source: 'broadcast',
    actor,
    ...(row.person_id === null ? {} : { personId: row.person_id }),
  })
}

/**
 * Recovers rows whose process has died or does not respond. A row that was not handed over becomes pending again; a row that may have been
 * sent is left to a person. A process that still holds the old claim fails in `markHandedOver`, so no message is sent twice.
 */
export async function recoverLost(kernel: Kernel): Promise<void> {
  const { answer_seconds } = kernel.settings.of(broadcasting)
  const old = sql`make_interval(secs => ${answer_seconds})`
  await kernel.db.run(sql`update broadcast_recipient r set
      status = case when r.handed_at is not null then 'abnormal' when b.status = 'canceled' then 'canceled' else 'pending' end,
      reason = case when r.handed_at is not null then 'unknown' when b.status = 'canceled' then 'stopped' else '' end,
      claim = case when r.handed_at is not null then r.claim end, updated_at = now()
    from broadcast b where b.id = r.broadcast_id and r.status = 'process' and r.claimed_at < now() - ${old}
      and (r.handed_at is null or r.handed_at < now() - ${old})`)
}
