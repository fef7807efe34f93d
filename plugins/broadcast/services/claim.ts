import { randomBytes } from 'node:crypto'
import { basic, type Kernel, type Locale, sql, type Tx } from 'stoa'
import { type Channel, consentSql } from 'stoa/plugins/people'
import type { MergeData } from '../domain/merge.ts'
import { broadcasting } from '../settings.ts'
import { isOverCap } from './frequency-caps.ts'

/** A running broadcast with what its rate limit needs. */
export interface RunningBroadcast {
  id: number
  channel: Channel
  topic: string
  rate_per_min: number | null
  mind_quiet: boolean
}

/** A recipient that this process has claimed. */
export interface ClaimedRecipient {
  id: number
  person_id: number | null
  address_norm: string
  language: Locale
  merge_data: MergeData
  attempts: number
  claim: string
}

/** The result of a claim: the claimed rows, or the time until the next attempt, or nothing left to send. */
export interface ClaimResult {
  claimed: ClaimedRecipient[]
  /** Rows that were settled without being sent. */
  settled: number
  /** Seconds until the next attempt; undefined when no recipient is left. */
  wait: number | undefined
}

/** Condition for consent: subscribed, or bought recently and did not unsubscribe. `r` is the recipient. */
export const allowedSql = (topic: string) => {
  const state = consentSql(sql`r.address_norm`, { channel: sql`r.channel`, topic: sql`${topic}::text` })
  return sql`case coalesce(${state}, case when r.basis = 'bought' then 'subscribed' else 'no_consent' end) when 'subscribed' then null
    else coalesce(${state}, 'no_consent') end`
}

/**
 * Claims the next recipients of a broadcast, within its rate limit. The rate is counted in the database, over all processes. Recipients who
 * unsubscribed or reached the frequency cap are settled here. A lock lets one process claim at a time, so that the counts are exact.
 */
export async function claimRecipients(kernel: Kernel, broadcast: RunningBroadcast, size: number): Promise<ClaimResult> {
  return kernel.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('broadcast claim', 0))`)
    const status = await tx.one<{ status: string }>(sql`select status from broadcast where id = ${broadcast.id}`)
    if (status?.status !== 'process') return { claimed: [], settled: 0, wait: undefined }
    const pause = await getQuietPause(tx, kernel, broadcast)
    if (pause > 0) return { claimed: [], settled: 0, wait: pause }
    const { allowed, wait } = await getRateAllowance(tx, kernel, broadcast)
    if (allowed === 0) return { claimed: [], settled: 0, wait }
    const ids = await listDueRecipients(tx, kernel, broadcast, Math.min(size, allowed))
    if (ids.length === 0) return { claimed: [], settled: 0, wait: await getNextAttemptWait(tx, broadcast.id) }
    const claimed = await claimAllowed(tx, kernel, broadcast, ids)
    tx.invalidate('broadcast_recipient')
    return { claimed, settled: ids.length - claimed.length, wait: 0 }
  })
}

/** Seconds until the quiet hours end, in the time zone of the shop. */
async function getQuietPause(tx: Tx, kernel: Kernel, { channel, mind_quiet }: RunningBroadcast): Promise<number> {
  const { quiet_channels, quiet_from: from, quiet_to: to } = kernel.settings.of(broadcasting)
  if (!mind_quiet || !from || !to || from === to || !quiet_channels.includes(channel)) return 0
  const zone = kernel.settings.of(basic).time_zone
  const row = await tx.one<{ wait: number }>(sql`
    select case when case when ${from}::time < ${to}::time then clock >= ${from}::time and clock < ${to}::time
        else clock >= ${from}::time or clock < ${to}::time end
      then ceil(extract(epoch from case when clock < ${to}::time then ${to}::time - clock else ${to}::time - clock + interval '24 hours' end))::int
      else 0 end as wait
    from (select (now() at time zone ${zone})::time as clock) c`)
  return row?.wait ?? 0
}

/** How many messages may be sent now; otherwise the seconds until the first may be sent. */
async function getRateAllowance(
  tx: Tx,
  kernel: Kernel,
  { id, rate_per_min: ownRate }: RunningBroadcast,
): Promise<{ allowed: number; wait: number }> {
  const { rate_per_min, window_count, window_minutes } = kernel.settings.of(broadcasting)
  const limits = [[ownRate ?? rate_per_min, 60], ...(window_count > 0 ? [[window_count, window_minutes * 60]] : [])] as [number, number][]
  let allowed = Number.POSITIVE_INFINITY
  let wait = 0
  for (const [limit, seconds] of limits) {
    const row = await tx.one<{ n: number; wait: number }>(sql`
      select count(*)::int as n, coalesce(ceil(extract(epoch from min(claimed_at) + make_interval(secs => ${seconds}) - now())), 1)::int as wait
      from broadcast_recipient where broadcast_id = ${id} and claimed_at > now() - make_interval(secs => ${seconds})`)
    allowed = Math.min(allowed, Math.max(0, limit - (row?.n ?? 0)))
    if (limit <= (row?.n ?? 0)) wait = Math.max(wait, row?.wait ?? 1, 1)
  }
  return { allowed, wait }
}

/** Pending recipients in order, without those at hosts that have reached their limit for this minute. */
async function listDueRecipients(tx: Tx, kernel: Kernel, { id, channel }: RunningBroadcast, size: number): Promise<number[]> {
  const domainLimit = channel === 'email' ? kernel.settings.of(broadcasting).domain_per_min : 0
  const due = sql`r.broadcast_id = ${id} and r.status = 'pending' and (r.due_at is null or r.due_at <= now())`
  if (domainLimit === 0) {
    const rows = await tx.rows<{ id: number }>(
      sql`select r.id from broadcast_recipient r where ${due} order by r.id limit ${size} for update of r skip locked`,
    )
    return rows.map((row) => row.id)
  }
  const usedByDomain = sql`select domain, count(*)::int as n from broadcast_recipient
    where channel = 'email' and claimed_at > now() - interval '1 minute' group by domain`
  const rows = await tx.rows<{ id: number; domain: string; n: number }>(sql`
    with claimed_by_domain as materialized (${usedByDomain})
    select r.id, r.domain, coalesce((select n from claimed_by_domain u where u.domain = r.domain), 0) as n from broadcast_recipient r
    where ${due} and not exists (select from claimed_by_domain u where u.domain = r.domain and u.n >= ${domainLimit}) order by r.id limit ${size} for update of r skip locked`)
  const claimedByDomain = new Map<string, number>()
  return rows.flatMap(({ id: row, domain, n }) => {
    const claimedCount = claimedByDomain.get(domain) ?? n
    claimedByDomain.set(domain, claimedCount + 1)
    return claimedCount < domainLimit ? [row] : []
  })
}

/** Seconds until a pending recipient can be tried again; undefined when none is pending or being sent. */
async function getNextAttemptWait(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx.one<{ open: boolean; wait: number | null }>(sql`
    select count(*) > 0 as open, least(ceil(extract(epoch from min(due_at) filter (where status = 'pending') - now())), 60)::int as wait
    from broadcast_recipient where broadcast_id = ${id} and status in ('pending', 'process')`)
  return row?.open ? Math.max(1, row.wait ?? 2) : undefined
}

async function claimAllowed(tx: Tx, kernel: Kernel, { topic }: RunningBroadcast, ids: readonly number[]): Promise<ClaimedRecipient[]> {
  const claimToken = randomBytes(9).toString('base64url')
  const isCappedSql = isOverCap(kernel, {
    channel: sql`r.channel`,
    address: sql`r.address_norm`,
    person: sql`r.person_id`,
    except: sql`r.id`,
  })
  const rows = await tx.rows<ClaimedRecipient & { why: string | null }>(sql`
    with checked as (
      select r.id, coalesce(${allowedSql(topic)}, case when ${isCappedSql} then 'cap' end) as why from broadcast_recipient r where r.id = any(${[...ids]}::bigint[]))
    update broadcast_recipient r set status = case when j.why is null then 'process' else 'rejected' end, reason = coalesce(j.why, ''),
      claim = case when j.why is null then ${claimToken} end, claimed_at = case when j.why is null then now() end, handed_at = null, error = '',
      attempts = r.attempts + case when j.why is null then 1 else 0 end, updated_at = now()
    from checked j where r.id = j.id
    returning r.id, r.person_id, r.address_norm, r.language, r.merge_data, r.attempts, r.claim, j.why`)
  return rows.filter(({ why }) => why === null).toSorted((a, b) => a.id - b.id)
}
