import { type Ctx, historySql, sql } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'
import { applicationRules } from '../settings.ts'

/** Notification type: an application is waiting. */
export const WAITING = 'application.waiting'

/** Start of the waiting time; a reopened application starts again. */
const waitsSince = sql`greatest(created_at, (select max(h.created_at) from ${historySql}
  where h.document_type = 'application' and h.document_id = application.id and h.to_status = 'pending'))`

/**
 * Notifies the owner of an application that has been waiting too long, once. One query marks and returns the rows, so a second process
 * finds none.
 */
export async function remindOfWaiting({ kernel, actor }: Ctx): Promise<void> {
  const days = kernel.settings.of(applicationRules).remind_days
  if (days === 0) return
  await kernel.transaction(async (tx) => {
    const rows = await tx.rows<{ id: number; assigned_to: number | null }>(sql`update application set reminded_at = now()
      where status = 'pending' and reminded_at is null and ${waitsSince} < now() - make_interval(days => ${days}) returning id, assigned_to`)
    for (const { id, assigned_to } of rows) {
      tx.emit('application.waiting', { applicationId: id }, { type: 'application', id })
      if (assigned_to !== null)
        await kernel
          .find(NOTICES)
          ?.notify(tx, { kind: WAITING, to: [assigned_to], about: { subject: 'application', subject_id: id }, actor: actor })
    }
  })
}

/** Deletes applications that were never paid after a day, unless they belong to an order. */
export async function forgetBegun({ kernel }: Ctx): Promise<void> {
  await kernel.transaction(async (tx) => {
    const deletedCount = await tx.run(
      sql`delete from application where status = 'draft' and order_id is null and created_at < now() - interval '1 day'`,
    )
    if (deletedCount > 0) tx.invalidate('application')
  })
}
