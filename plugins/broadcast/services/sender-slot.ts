import { randomBytes } from 'node:crypto'
import { getConfiguredTransport, type Ctx, AppError, type Kernel, type Locale, sql, systemCtx, type JobPayload } from 'stoa'
import { topicKeySql } from 'stoa/plugins/people'
import { LANE } from '../jobs.ts'
import { broadcasting } from '../settings.ts'
import { claimRecipients, type ClaimedRecipient, type Sending } from './claim.ts'
import { type Transport, createMailTransport, createOutboxTransport, type Sender, createSmsTransport } from './transports.ts'
import { EmailRenderer } from './email-renderer.ts'
import { recoverLost, recordOutcome } from './outcome.ts'
import { broadcast } from '../resources/broadcast.ts'

/** How many are claimed at once, and how long a job works before others get its place, in milliseconds. */
const BATCH = 25
const TURN = 15_000
/** Seconds after which a lane whose holder does not answer is free again, and after which others look whether it is. */
const HELD = 20
const AGAIN = 4

interface Open extends Sending, Sender {
  tracking: boolean
  subject: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  message: Partial<Record<Locale, string>>
}

/** Broadcasts under way. The one that was worked on last comes last. */
const openOnes = (kernel: Kernel): Promise<Open[]> =>
  kernel.db.rows<Open>(sql`
    select b.id, b.channel, ${topicKeySql(sql`b.topic_id`)} as topic, b.rate_per_min, b.mind_quiet, b.sender_name, b.reply_to, b.tracking, b.subject, b.body, b.message
    from broadcast b where b.status = 'process' and b.started_at is not null
    order by (select max(r.claimed_at) from broadcast_recipient r where r.broadcast_id = b.id) nulls first, b.id limit 50`)

/** A turn of one of the few jobs that send: batch by batch, broadcast by broadcast, then it makes room and comes back. */
export async function runSenderSlot({ lane }: JobPayload<typeof LANE>, { kernel }: Ctx): Promise<void> {
  const holder = randomBytes(9).toString('base64url')
  // Who holds it may be dead: it is looked again soon.
  if (!(await acquireLease(kernel, lane, holder))) return reschedule(kernel, lane, AGAIN)
  const transports = new Map<number, Transport>()
  let wait: number | undefined
  try {
    for (const end = Date.now() + TURN; ;) {
      const pass = await sendBatchOfEach(kernel, transports)
      wait = pass.wait
      if (pass.worked === 0 || Date.now() >= end || !(await acquireLease(kernel, lane, holder))) break
    }
  } finally {
    for (const transport of transports.values()) transport.close()
    await kernel.db.run(sql`update broadcast_lane set held_until = now(), holder = '' where lane = ${lane} and holder = ${holder}`)
  }
  if (wait !== undefined) await reschedule(kernel, lane, wait)
}

const reschedule = (kernel: Kernel, slot: number, seconds: number): Promise<void> =>
  kernel.transaction(async (tx) => tx.enqueue(LANE, { lane: slot }, { runAt: new Date(Date.now() + seconds * 1_000) }))

/** Takes a lane, or keeps it. */
async function acquireLease(kernel: Kernel, slot: number, holder: string): Promise<boolean> {
  const held = await kernel.db.run(sql`update broadcast_lane set holder = ${holder}, held_until = now() + make_interval(secs => ${HELD})
    where lane = ${slot} and (holder = ${holder} or held_until <= now())`)
  return held === 1
}

/** A batch of each broadcast under way. `wait`: seconds until there is something to do again, undefined for never. */
async function sendBatchOfEach(kernel: Kernel, transports: Map<number, Transport>): Promise<{ worked: number; wait: number | undefined }> {
  await recoverLost(kernel)
  let worked = 0
  let wait: number | undefined
  for (const one of await openOnes(kernel)) {
    const turn = await claimRecipients(kernel, one, BATCH)
    if (turn.claimed.length > 0) {
      const transport = transports.get(one.id) ?? (await getTransport(kernel, one))
      transports.set(one.id, transport)
      await sendRows(kernel, one, transport, turn.claimed)
    }
    worked += turn.claimed.length + turn.settled
    if (turn.wait === undefined) await finishBroadcast(kernel, one.id)
    else wait = Math.min(wait ?? Number.POSITIVE_INFINITY, turn.wait)
  }
  return { worked, wait }
}

async function getTransport(kernel: Kernel, one: Open): Promise<Transport> {
  const links = await kernel.db.rows<{ id: number; url: string }>(sql`select id, url from broadcast_link where broadcast_id = ${one.id}`)
  const tracked = one.tracking && kernel.settings.of(broadcasting).tracking
  const renderer = new EmailRenderer(kernel, { ...one, tracked, links: new Map(links.map(({ id, url }) => [url, id])) })
  if (one.channel === 'sms') return createSmsTransport(kernel, one, renderer)
  const transport = getConfiguredTransport(kernel)
  return transport
    ? createMailTransport(kernel, { sending: one, press: renderer, sender: one, transport })
    : createOutboxTransport(kernel, one, renderer)
}

/** So many side by side as the door is wide. What comes of each is written down at once. */
async function sendRows(kernel: Kernel, sending: Sending, transport: Transport, rows: readonly ClaimedRecipient[]): Promise<void> {
  const left = [...rows]
  const work = async () => {
    for (let row = left.shift(); row; row = left.shift()) await recordOutcome(kernel, sending, row, await transport.send(row))
  }
  // All of them end before the door is closed, whatever happens to one.
  const ends = await Promise.allSettled(Array.from({ length: transport.width }, work))
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken) throw broken.reason
}

/** Nobody is left. Several may find that at once: one says it. */
async function finishBroadcast(kernel: Kernel, id: number): Promise<void> {
  const open = await kernel.db.one(
    sql`select 1 from broadcast_recipient where broadcast_id = ${id} and status in ('pending', 'process') limit 1`,
  )
  const still = await kernel.db.one(sql`select 1 from broadcast where id = ${id} and status = 'process' and started_at is not null`)
  if (open || !still) return
  try {
    await kernel.resources.transition(systemCtx(kernel, 'broadcast'), broadcast, id, 'finish')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
