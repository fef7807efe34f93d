import { account, type Ctx, sql, type Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'
import type { TaskAction } from '../domain/statuses.ts'

/** Notification types of this plugin; their messages are `tasks:notice.<name>`. */
export const noticeNames = ['assigned', 'start', 'complete', 'reopen', 'cancel', 'commented', 'reminder'] as const
export const toNoticeKind = (name: (typeof noticeNames)[number]): string => `task.${name}`

const toSubject = (id: number) => ({ subject: 'task', subject_id: id })

/** Notifies the new assignee of a task. */
export async function notifyAssignee(tx: Tx, ctx: Ctx, id: number, assigneeId: number): Promise<void> {
  await ctx.kernel.find(NOTICES)?.notify(tx, {
    kind: toNoticeKind('assigned'),
    to: [assigneeId],
    about: toSubject(id),
    actor: ctx.actor,
  })
}

/** Accounts that a task concerns: assignee, creator and watchers. */
async function findConcerned(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select assignee_admin_id as id from task where id = ${id} and assignee_admin_id is not null
    union select creator_admin_id from task where id = ${id} and creator_admin_id is not null
    union select account_id from task_watcher where task_id = ${id} order by 1`)
  return rows.map((row) => row.id)
}

/** Notifies whom a task concerns of a change of its status. */
export async function notifyTransition(tx: Tx, ctx: Ctx, id: number, action: TaskAction): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  await notices.notify(tx, { kind: toNoticeKind(action), to: await findConcerned(tx, id), about: toSubject(id), actor: ctx.actor })
}

/** Notifies whom a task concerns of a comment, but not its author and who was mentioned. Safe to repeat. */
export async function notifyComment(
  ctx: Ctx,
  comment: { noteId: number; subjectId: number; by: number; mentions: number[] },
): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  await ctx.kernel.transaction(async (tx) => {
    const author = await tx.query(account).findById(comment.by)
    const concerned = await findConcerned(tx, comment.subjectId)
    await notices.notify(tx, {
      kind: toNoticeKind('commented'),
      to: concerned.filter((id) => id !== comment.by && !comment.mentions.includes(id)),
      about: toSubject(comment.subjectId),
      actor: { kind: 'system', name: author?.name ?? '' },
      key: `note ${comment.noteId}`,
    })
  })
}
