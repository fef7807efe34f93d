import { basic, type Ctx, sql } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'
import { toNoticeKind } from './notify-people.ts'

const AT_ONCE = 200

interface DueReminder {
  id: number
  assignee_admin_id: number | null
  creator_admin_id: number | null
  due: string | null
  remind_at: string
}

/**
 * Notifies the assignee of tasks whose reminder is due, else the creator. The statement marks the tasks it returns, so of two workers one
 * sends each reminder. Without the plugin for notifications nothing is marked, and the reminders are sent when it is on again.
 */
export async function sendReminders({ kernel, actor }: Ctx): Promise<void> {
  const notices = kernel.find(NOTICES)
  if (!notices) return
  const zone = kernel.settings.of(basic).time_zone
  let sent: number
  do {
    sent = await kernel.transaction(async (tx) => {
      const due = await tx.rows<DueReminder>(sql`
        update task set reminded_at = now() where id in (
          select id from task where remind_at <= now() and reminded_at is null and status in ('to_do', 'process')
          order by remind_at, id limit ${AT_ONCE} for update skip locked)
        returning id, assignee_admin_id, creator_admin_id, remind_at,
          to_char(due_at at time zone ${zone}::text, case when all_day then 'YYYY-MM-DD' else 'YYYY-MM-DD HH24:MI' end) as due`)
      for (const { id, assignee_admin_id, creator_admin_id, due: text, remind_at } of due) {
        const reader = assignee_admin_id ?? creator_admin_id
        if (reader === null) continue
        await notices.notify(tx, {
          kind: toNoticeKind('reminder'),
          to: [reader],
          about: { subject: 'task', subject_id: id },
          actor,
          params: { due: text ?? '–' },
          key: `task ${id} ${remind_at}`,
        })
      }
      return due.length
    })
  } while (sent === AT_ONCE)
}
