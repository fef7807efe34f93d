import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import type { collectJobHandlers } from '../../core/events/job-handlers.ts'
import { MAIL } from '../../core/mail/email.ts'

interface Due {
  id: number
  task: string
  payload: unknown
}

/**
 * Runs the jobs queued so far, as the worker would, at the simulated time. No e-mail is sent: its job is deleted, and the e-mail is
 * marked as sent.
 */
export async function workQueue(
  kernel: Kernel,
  tasks: ReturnType<typeof collectJobHandlers>,
  shouldRun: (task: string) => boolean,
): Promise<void> {
  for (;;) {
    await kernel.flushPostCommit()
    // Deleted from the queue first, so that a job queued under the same key is a new one.
    const due = await kernel.db.rows<Due>(sql`
      with taken as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and j.run_at <= now() and j.locked_at is null
          and j.created_at >= (select begun_at from stoa_year.hand) returning j.id, t.identifier as task, j.payload, j.priority)
      select id, task, payload from taken order by priority, id`)
    if (due.length === 0) return
    for (const { task, payload } of due) if (task !== MAIL.name && shouldRun(task)) await tasks[task]?.(payload)
    if (due.some(({ task }) => task === MAIL.name)) await keepMails(kernel)
  }
}

/** E-mails of the sample history are marked as sent. */
const keepMails = ({ db }: Kernel) =>
  db.run(
    sql`update mail set status = 'sent', sealed = null, sent_at = now(), updated_at = now() where status = 'pending'
      and created_at >= (select begun_at from stoa_year.hand)`,
  )
