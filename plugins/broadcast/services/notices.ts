import { type Ctx, sql, type Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'

/** Notification types: a broadcast has finished, or it has stopped because of an error. */
export const ENDED = 'broadcast.ended'
export const STUCK = 'broadcast.stuck'

/** Notifies the author of a broadcast of its result, once for each occurrence. */
export async function notifyAuthor(tx: Tx, { kernel }: Pick<Ctx, 'kernel'>, id: number, kind: typeof ENDED | typeof STUCK): Promise<void> {
  const notices = kernel.find(NOTICES)
  const row = await tx.one<{ title: string; created_by: number | null; last_error: string; count: number; version: number }>(sql`
    select b.title, b.created_by, b.last_error, b.version, (select count(*)::int from broadcast_recipient r where r.broadcast_id = b.id and r.status = 'sent') as count
    from broadcast b where b.id = ${id}`)
  if (!notices || !row || row.created_by === null) return
  await notices.notify(tx, {
    kind,
    to: [row.created_by],
    about: { subject: 'broadcast', subject_id: id },
    actor: { kind: 'system', name: 'broadcast' },
    params: { title: row.title, count: row.count, reason: row.last_error },
    key: `${kind} ${id} ${row.version}`,
  })
}
