import { type Ctx, sql } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'

/** Notification type: a reminder is due. */
export const REMINDED = 'crm-reminder'

const AT_ONCE = 200

/** Sends due reminders to their authors, once each. Without notifications they are shown in the calendar and on the dashboard only. */
export async function notifyDue({ kernel, actor }: Ctx): Promise<void> {
  const notices = kernel.find(NOTICES)
  if (!notices) return
  await kernel.transaction(async (tx) => {
    const due = await tx.rows<{
      id: number
      account_id: number | null
      text: string
      lead_id: number | null
      contact_id: number | null
    }>(sql`
      update crm_reminder set told_at = now() where id in (
        select id from crm_reminder where not done and told_at is null and remind_at <= now() order by remind_at, id limit ${AT_ONCE} for update skip locked)
      returning id, account_id, text, lead_id, contact_id`)
    for (const { id, account_id, text, lead_id, contact_id } of due) {
      if (account_id === null) continue
      const about = lead_id === null ? { subject: 'contact', subject_id: contact_id ?? 0 } : { subject: 'lead', subject_id: lead_id }
      await notices.notify(tx, {
        kind: REMINDED,
        to: [account_id],
        about,
        actor: actor,
        params: { text },
        key: `reminder ${id} ${Date.now()}`,
      })
    }
  })
}
