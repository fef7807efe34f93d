import { type Ctx, type Kernel, sql, type Tx } from 'stoa'
import { CONSENT, EVERY_TOPIC } from 'stoa/plugins/people'
import { truncateText } from '../domain/truncate-text.ts'
import { broadcasting } from '../settings.ts'
import { recordActivity } from './outcome.ts'
import { parseRecipientRef } from './tokens.ts'

/** Types of notices about a message. */
export type BounceType = 'bounce_soft' | 'bounce_hard' | 'complaint'

/** Maximum number of stored events of one type per recipient. */
const MAX_EVENTS = 200
/** An open or click within this many seconds of sending comes from a security scanner, not from a person. */
const SCANNER_SECONDS = 10

const EVENT_TYPES: Record<string, string> = {
  open: 'opened',
  click: 'clicked',
  bounce_soft: 'bounced',
  bounce_hard: 'bounced',
  complaint: 'complained',
}

interface Row {
  id: number
  broadcast_id: number
  channel: 'email' | 'sms'
  address_norm: string
  person_id: number | null
}

const findRecipient = (tx: Tx, id: number): Promise<Row | undefined> =>
  tx.one<Row>(sql`select id, broadcast_id, channel, address_norm, person_id from broadcast_recipient where id = ${id}`)

/** Records an open or a click. `auto`: the request is known to come from a program. */
export async function recordOpen(kernel: Kernel, id: number, { link, auto }: { link?: number; auto: boolean }): Promise<void> {
  const type = link === undefined ? 'open' : 'click'
  await kernel.transaction(async (tx) => {
    const inserted = await tx.one<{ auto: boolean }>(sql`
      insert into broadcast_event (recipient_id, type, link_id, auto)
      select r.id, ${type}, ${link ?? null}::bigint, ${auto} or coalesce(r.sent_at, r.handed_at) > now() - make_interval(secs => ${SCANNER_SECONDS})
      from broadcast_recipient r where r.id = ${id} and r.handed_at is not null
        and (select count(*) from broadcast_event e where e.recipient_id = r.id and e.type = ${type}) < ${MAX_EVENTS}
      returning auto`)
    if (!inserted || inserted.auto) return
    const row = await findRecipient(tx, id)
    if (row)
      await recordActivity(tx, kernel, {
        broadcast: row.broadcast_id,
        recipient: id,
        person: row.person_id,
        event: EVENT_TYPES[type] ?? type,
      })
  })
}

/**
 * Records a bounce or a complaint. The settings of the shop decide when the address is suppressed. Idempotent: the same notice may arrive
 * more than once. Returns whether it was new.
 */
export async function recordBounce(
  kernel: Kernel,
  id: number,
  type: BounceType,
  { key, explanation }: { key: string; explanation: string },
): Promise<boolean> {
  return kernel.transaction(async (tx) => {
    const row = await findRecipient(tx, id)
    if (!row) return false
    const insertedCount = await tx.run(sql`insert into broadcast_event (recipient_id, type, event_key, meta)
      values (${id}, ${type}, ${key.slice(0, 300)}, ${JSON.stringify({ said: truncateText(explanation, 500) })}::jsonb) on conflict (event_key) do nothing`)
    if (insertedCount === 0) return false
    await recordActivity(tx, kernel, {
      broadcast: row.broadcast_id,
      recipient: id,
      person: row.person_id,
      event: EVENT_TYPES[type] ?? type,
    })
    await suppressAfterLimit(tx, kernel, row, type)
    return true
  })
}

/** Suppresses an address after this many notices of one type, over all broadcasts. 0: never. */
async function suppressAfterLimit(
  tx: Tx,
  kernel: Kernel,
  { address_norm: address, channel, person_id }: Row,
  type: BounceType,
): Promise<void> {
  const { soft_bounces, hard_bounces, complaints } = kernel.settings.of(broadcasting)
  const limit = { bounce_soft: soft_bounces, bounce_hard: hard_bounces, complaint: complaints }[type]
  if (limit === 0) return
  const previous = await tx.one<{
    n: number
  }>(sql`select count(*)::int as n from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
    where r.address_norm = ${address} and r.channel = ${channel} and e.type = ${type}`)
  if ((previous?.n ?? 0) < limit) return
  await kernel.get(CONSENT).recordChange(tx, {
    address,
    channel,
    topic: EVERY_TOPIC,
    state: 'suppressed',
    reason: type === 'complaint' ? 'complaint' : 'bounce',
    source: 'broadcast',
    actor: { kind: 'system', name: 'broadcast' },
    ...(person_id === null ? {} : { personId: person_id }),
  })
}

/** Counts an unsubscription through a link for the broadcast that contained the link. */
export async function applyConsentChange(change: { state: string; ref?: string }, { kernel }: Ctx): Promise<void> {
  const from = parseRecipientRef(change.ref)
  if (change.state !== 'unsubscribed' || !from) return
  await kernel.transaction(async (tx) => {
    const row = await findRecipient(tx, from.recipient)
    if (row?.broadcast_id !== from.broadcast) return
    const insertedCount =
      await tx.run(sql`insert into broadcast_event (recipient_id, type, event_key) values (${row.id}, 'unsubscribe', ${`ended ${row.id}`})
      on conflict (event_key) do nothing`)
    if (insertedCount > 0)
      await recordActivity(tx, kernel, { broadcast: row.broadcast_id, recipient: row.id, person: row.person_id, event: 'unsubscribed' })
  })
}

/** Opens and clicks older than this many days are reduced to counts. */
const KEEP_DAYS = 400

/** Aggregates old opens and clicks into counts of their broadcast, and deletes them. */
export async function updateOldCounts({ kernel }: Ctx): Promise<void> {
  const old = await kernel.db.rows<{ id: number }>(sql`
    select distinct r.broadcast_id as id from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
    where e.type in ('open', 'click') and e.at < now() - make_interval(days => ${KEEP_DAYS}) order by 1`)
  for (const { id } of old)
    await kernel.transaction(async (tx) => {
      // A broadcast is aggregated as a whole, once its last message is old enough.
      const recentEvent = await tx.one(sql`select 1 from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
        where r.broadcast_id = ${id} and e.type in ('open', 'click') and e.at >= now() - make_interval(days => ${KEEP_DAYS}) limit 1`)
      if (recentEvent) return
      await tx.run(sql`select 1 from broadcast where id = ${id} for update`)
      await tx.run(sql`
        with counts as (
          select e.type, count(*)::int as total, count(distinct e.recipient_id)::int as people
          from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
          where r.broadcast_id = ${id} and e.type in ('open', 'click') and not e.auto group by e.type)
        update broadcast b set counted = b.counted || coalesce((select jsonb_object_agg(type, jsonb_build_object('total', total, 'people', people)) from counts), '{}')
        where b.id = ${id}`)
      await tx.run(sql`delete from broadcast_event e using broadcast_recipient r where r.id = e.recipient_id and r.broadcast_id = ${id}
        and e.type in ('open', 'click')`)
    })
}
