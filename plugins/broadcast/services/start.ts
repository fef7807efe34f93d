import { type Ctx, AppError, type Kernel, type Locale, sql, createStaffCtx, systemCtx, type Tx, WRONG_STATE } from 'stoa'
import { type Channel, fullNameSql, topicKeySql } from 'stoa/plugins/people'
import type { AudienceDefinition } from '../domain/audience.ts'
import { candidatesSql, type AudienceQuery } from './audience.ts'
import { listLinks } from './email-renderer.ts'
import { enqueueSenderJobs } from './transitions.ts'
import { recipient } from '../resources/recipient.ts'
import { broadcast } from '../resources/broadcast.ts'

interface StoredBroadcast {
  id: number
  channel: Channel
  topic: string
  audience: AudienceDefinition
  audience_by: number | null
  resend_of: number | null
  resend_which: 'failed' | 'unknown' | null
  body: Partial<Record<Locale, string>>
  tracking: boolean
  version: number
}

/** The audience query of a stored broadcast. */
export const toAudienceQuery = (
  row: Pick<StoredBroadcast, 'channel' | 'topic' | 'audience' | 'resend_of' | 'resend_which'>,
): AudienceQuery => ({
  channel: row.channel,
  topic: row.topic,
  audience: row.audience,
  ...(row.resend_of !== null && row.resend_which !== null ? { resend: { broadcast: row.resend_of, which: row.resend_which } } : {}),
})

export const storedBroadcastSql = (id: number) => sql`
  select b.id, b.channel, ${topicKeySql(sql`b.topic_id`)} as topic, b.audience, b.audience_by, b.resend_of, b.resend_which, b.body, b.tracking, b.version
  from broadcast b where b.id = ${id}`

export const readStoredBroadcast = (kernel: Kernel, id: number): Promise<StoredBroadcast | undefined> =>
  kernel.db.one<StoredBroadcast>(storedBroadcastSql(id))

/** The account that set the audience, as context; undefined when the account was deleted or disabled. */
export async function findAudienceAuthor(kernel: Kernel, by: number | null): Promise<Ctx | undefined> {
  return by === null ? systemCtx(kernel, 'broadcast') : createStaffCtx(kernel, by, kernel.settings.mainLanguage)
}

/** Statement timeout for creating the recipients, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 180_000

/**
 * Starts a due broadcast. Inserts all recipients in the transaction that sets it to running. A broadcast that may not start any more
 * becomes abnormal, with the reason.
 */
export async function startBroadcast(kernel: Kernel, id: number): Promise<void> {
  const stored = await readStoredBroadcast(kernel, id)
  if (!stored) return
  const system = systemCtx(kernel, 'broadcast')
  const by = await findAudienceAuthor(kernel, stored.audience_by)
  try {
    if (!by) throw new AppError(WRONG_STATE)
    const candidates = await candidatesSql(by, by, toAudienceQuery(stored))
    await kernel.transaction(async (tx) => {
      await tx.run(sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`)
      const now = await lockNotStarted(tx, id)
      if (!now) return
      // The broadcast was changed meanwhile (optimistic locking); the new version counts.
      if (now.version !== stored.version) throw new VersionChanged()
      if (now.status === 'pending') await kernel.resources.transitionIn(tx, system, broadcast, id, 'start')
      const recipients = tx.insertSql(
        recipient,
        {
          broadcast_id: id,
          channel: stored.channel,
          person_id: sql`j.person_id`,
          contact_id: sql`j.contact_id`,
          address_norm: sql`j.address_norm`,
          name: sql`left(${fullNameSql(sql`j.first_name`, sql`j.last_name`)}, 200)`,
          language: sql`coalesce(nullif(j.language, ''), ${kernel.settings.mainLanguage})`,
          basis: sql`j.basis`,
          merge_data: sql`jsonb_build_object('first_name', j.first_name, 'last_name', j.last_name, 'company', j.company)`,
        },
        sql`candidates j where j.why is null order by j.address_norm`,
      )
      const counts = await tx.rows<{ why: string | null; n: number }>(sql`
        with ${candidates}, inserted as (
          ${recipients} on conflict (broadcast_id, address_norm) do nothing)
        select why, count(*)::int as n from candidates group by why`)
      const excludedCounts = Object.fromEntries(counts.flatMap(({ why, n }) => (why === null ? [] : [[why, n]])))
      await tx.run(sql`update broadcast set started_at = now(), left_out = ${JSON.stringify(excludedCounts)}::jsonb,
        to_send = (select count(*) from broadcast_recipient where broadcast_id = ${id}) where id = ${id}`)
      for (const url of stored.tracking ? listLinks(kernel, Object.values(stored.body)) : [])
        await tx.run(sql`insert into broadcast_link (broadcast_id, url) values (${id}, ${url}) on conflict do nothing`)
      enqueueSenderJobs(tx)
    })
  } catch (error) {
    if (error instanceof VersionChanged) return startBroadcast(kernel, id)
    if (!(error instanceof AppError) || error.kind.status >= 500) throw error
    await failStart(
      kernel,
      id,
      by ? toErrorText(kernel, error) : kernel.i18n.t(kernel.settings.mainLanguage, 'broadcast:error.author_deleted'),
    )
  }
}

class VersionChanged extends Error {}

/** Locks the row of a broadcast that is to start: a scheduled one, or one that is retried. */
async function lockNotStarted(tx: Tx, id: number): Promise<{ status: string; version: number } | undefined> {
  return tx.one(
    sql`select status, version from broadcast where id = ${id} and started_at is null and status in ('pending', 'process') for update`,
  )
}

const toErrorText = (kernel: Kernel, { messages }: AppError): string =>
  (Array.isArray(messages) ? messages : Object.values(messages).flat())
    .map((problem) => kernel.i18n.text(kernel.settings.mainLanguage, problem))
    .join(' ')

/** Marks a broadcast that cannot start as abnormal, with the reason. Staff can resume or cancel it. */
async function failStart(kernel: Kernel, id: number, reason: string): Promise<void> {
  const system = systemCtx(kernel, 'broadcast')
  await kernel.transaction(async (tx) => {
    const now = await lockNotStarted(tx, id)
    if (!now) return
    if (now.status === 'pending') await kernel.resources.transitionIn(tx, system, broadcast, id, 'start')
    await kernel.resources.transitionIn(tx, system, broadcast, id, 'fail')
    await tx.run(sql`update broadcast set last_error = ${reason.slice(0, 500)} where id = ${id}`)
  })
}

/** Starts the scheduled broadcasts that are due. Several processes may run this at once; only one starts each. */
export async function startDueBroadcasts({ kernel }: Ctx): Promise<void> {
  const due = await kernel.db.rows<{ id: number }>(sql`select id from broadcast where status = 'pending'
    and (send_at is null or send_at <= now()) order by send_at nulls first, id limit 20`)
  for (const { id } of due) await startBroadcast(kernel, id)
  const open = await kernel.db.one(sql`select 1 from broadcast where status = 'process' limit 1`)
  if (open) await kernel.transaction(async (tx) => enqueueSenderJobs(tx))
}
