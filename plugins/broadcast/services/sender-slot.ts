import { randomBytes } from 'node:crypto'
import { getConfiguredTransport, type Ctx, AppError, type Kernel, type Locale, sql, systemCtx, type JobPayload } from 'stoa'
import { topicKeySql } from 'stoa/plugins/people'
import { SENDER_SLOT } from '../jobs.ts'
import { broadcasting } from '../settings.ts'
import { claimRecipients, type ClaimedRecipient, type RunningBroadcast } from './claim.ts'
import { type Transport, createMailTransport, createOutboxTransport, type Sender, createSmsTransport } from './transports.ts'
import { EmailRenderer } from './email-renderer.ts'
import { recoverLost, recordOutcome } from './outcome.ts'
import { broadcast } from '../resources/broadcast.ts'

/** Number of rows in one claim, and the time a job runs before it reschedules itself, in milliseconds. */
const BATCH_SIZE = 25
const SLOT_RUN_MS = 15_000
/** Seconds after which the lease of a sender slot expires, and after which other jobs check it again. */
const LEASE_SECONDS = 20
const RETRY_SECONDS = 4

interface BroadcastToSend extends RunningBroadcast, Sender {
  tracking: boolean
  subject: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  message: Partial<Record<Locale, string>>
}

/** Running broadcasts. The one that was served last comes last. */
const listRunningBroadcasts = (kernel: Kernel): Promise<BroadcastToSend[]> =>
  kernel.db.rows<BroadcastToSend>(sql`
    select b.id, b.channel, ${topicKeySql(sql`b.topic_id`)} as topic, b.rate_per_min, b.mind_quiet, b.sender_name, b.reply_to, b.tracking, b.subject, b.body, b.message
    from broadcast b where b.status = 'process' and b.started_at is not null
    order by (select max(r.claimed_at) from broadcast_recipient r where r.broadcast_id = b.id) nulls first, b.id limit 50`)

/** One run of a sender job: claims a sender slot, sends one batch of each broadcast in turn, then reschedules itself. */
export async function runSenderSlot({ lane: slot }: JobPayload<typeof SENDER_SLOT>, { kernel }: Ctx): Promise<void> {
  const holder = randomBytes(9).toString('base64url')
  // The holder of the lease may have died, so this job checks again soon.
  if (!(await acquireLease(kernel, slot, holder))) return reschedule(kernel, slot, RETRY_SECONDS)
  const transports = new Map<number, Transport>()
  let wait: number | undefined
  try {
    for (const end = Date.now() + SLOT_RUN_MS; ;) {
      const batch = await sendBatchOfEach(kernel, transports)
      wait = batch.wait
      if (batch.processed === 0 || Date.now() >= end || !(await acquireLease(kernel, slot, holder))) break
    }
  } finally {
    for (const transport of transports.values()) transport.close()
    await kernel.db.run(sql`update broadcast_lane set held_until = now(), holder = '' where lane = ${slot} and holder = ${holder}`)
  }
  if (wait !== undefined) await reschedule(kernel, slot, wait)
}

const reschedule = (kernel: Kernel, slot: number, seconds: number): Promise<void> =>
  kernel.transaction(async (tx) => tx.enqueue(SENDER_SLOT, { lane: slot }, { runAt: new Date(Date.now() + seconds * 1_000) }))

/** Acquires or renews the lease of a sender slot. */
async function acquireLease(kernel: Kernel, slot: number, holder: string): Promise<boolean> {
  const updatedCount = await kernel.db
    .run(sql`update broadcast_lane set holder = ${holder}, held_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where lane = ${slot} and (holder = ${holder} or held_until <= now())`)
  return updatedCount === 1
}

/** Sends one batch of each running broadcast. `wait`: seconds until there is work again, undefined when there is none. */
async function sendBatchOfEach(
  kernel: Kernel,
  transports: Map<number, Transport>,
): Promise<{ processed: number; wait: number | undefined }> {
  await recoverLost(kernel)
  let processed = 0
  let wait: number | undefined
  for (const broadcast of await listRunningBroadcasts(kernel)) {
    const claim = await claimRecipients(kernel, broadcast, BATCH_SIZE)
    if (claim.claimed.length > 0) {
      const transport = transports.get(broadcast.id) ?? (await getTransport(kernel, broadcast))
      transports.set(broadcast.id, transport)
      await sendRows(kernel, broadcast, transport, claim.claimed)
    }
    processed += claim.claimed.length + claim.settled
    if (claim.wait === undefined) await finishBroadcast(kernel, broadcast.id)
    else wait = Math.min(wait ?? Number.POSITIVE_INFINITY, claim.wait)
  }
  return { processed, wait }
}

async function getTransport(kernel: Kernel, broadcast: BroadcastToSend): Promise<Transport> {
  const links = await kernel.db.rows<{ id: number; url: string }>(
    sql`select id, url from broadcast_link where broadcast_id = ${broadcast.id}`,
  )
  const tracked = broadcast.tracking && kernel.settings.of(broadcasting).tracking
  const renderer = new EmailRenderer(kernel, { ...broadcast, tracked, links: new Map(links.map(({ id, url }) => [url, id])) })
  if (broadcast.channel === 'sms') return createSmsTransport(kernel, broadcast, renderer)
  const transport = getConfiguredTransport(kernel)
  return transport
    ? createMailTransport(kernel, { broadcast, renderer, sender: broadcast, transport })
    : createOutboxTransport(kernel, broadcast, renderer)
}

/** Sends rows concurrently, up to the width of the transport. Each result is recorded at once. */
async function sendRows(
  kernel: Kernel,
  broadcast: RunningBroadcast,
  transport: Transport,
  rows: readonly ClaimedRecipient[],
): Promise<void> {
  const remaining = [...rows]
  const sendNext = async () => {
    for (let row = remaining.shift(); row; row = remaining.shift()) await recordOutcome(kernel, broadcast, row, await transport.send(row))
  }
  // All sends must end before the transport is closed, even when one fails.
  const results = await Promise.allSettled(Array.from({ length: transport.width }, sendNext))
  const failed = results.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/** Finishes a broadcast without pending recipients. Several processes may get here at once; only one makes the transition. */
async function finishBroadcast(kernel: Kernel, id: number): Promise<void> {
  const open = await kernel.db.one(
    sql`select 1 from broadcast_recipient where broadcast_id = ${id} and status in ('pending', 'process') limit 1`,
  )
  const isRunning = await kernel.db.one(sql`select 1 from broadcast where id = ${id} and status = 'process' and started_at is not null`)
  if (open || !isRunning) return
  try {
    await kernel.resources.transition(systemCtx(kernel, 'broadcast'), broadcast, id, 'finish')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
