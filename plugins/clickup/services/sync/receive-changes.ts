import { type Ctx, systemCtx, type Tx } from 'stoa'
import { type ExternalChange, task } from 'stoa/plugins/tasks'
import { findDifferences, type Fingerprints, pickFields, type SyncedField } from '../../domain/synced-fields.ts'
import { type SyncedValues, toFingerprints } from './fingerprints.ts'
import type { RemoteTask } from './read-tasks.ts'
import { toShopValues } from './remote-values.ts'
import { readShopTask } from './shop-task.ts'
import type { SyncConfig } from './sync-config.ts'
import { type LinkedTask, type LinkProblem, saveLink, type TaskLink } from './task-links.ts'

/** The name of ClickUp among the tools that tasks are linked to. */
export const TOOL = 'clickup'

/** Whether a task of ClickUp has assignees, but none of them is ours. */
export const hasUnknownAssignee = (ours: SyncedValues, theirs: SyncedValues): boolean =>
  theirs.emails.length > 0 && !theirs.emails.includes(ours.emails[0]?.toLowerCase() ?? '')

/** Fields of a change that tasks accept. Of several assignees ours stays, else the first one counts: a task of the shop has one. */
function toChange(ours: SyncedValues, theirs: SyncedValues, fields: readonly SyncedField[]): Partial<ExternalChange> {
  const { title, status, dueAt, allDay, emails } = theirs
  const isOursAmongThem = emails.length > 0 && !hasUnknownAssignee(ours, theirs)
  const assigneeEmail = (isOursAmongThem ? ours.emails[0] : emails[0]) ?? null
  const change = { title: { title }, status: { status }, due: { dueAt, allDay }, assignee: { assigneeEmail } }
  // A task without a name keeps the title it has here.
  return Object.assign({}, ...fields.filter((field) => field !== 'title' || title !== '').map((field) => change[field]))
}

const UNKNOWN_ASSIGNEE: LinkProblem = { problem: 'assignee_unknown_here' }

/** Applies what changed in ClickUp since it was read last. Returns the new link; undefined when nothing changed. */
async function applyChanges(tx: Tx, ctx: Ctx, config: SyncConfig, link: LinkedTask, remote: RemoteTask): Promise<TaskLink | undefined> {
  const theirs = toShopValues(remote, config)
  const received = toFingerprints(theirs)
  const changedThere = findDifferences(received, link.received)
  // The lock comes before the comparison: a change that is made here meanwhile must count.
  await tx.query(task).select('id').findById(link.task_id).forUpdate()
  const before = await readShopTask(tx, link.task_id)
  if (!before || changedThere.length === 0) return undefined
  const changedHere = findDifferences(toFingerprints(before), link.sent)
  const apply = (fields: readonly SyncedField[], isConflictFree: boolean) =>
    config.tasks.applyExternalChange(tx, systemCtx(ctx.kernel, TOOL), {
      ...toChange(before, theirs, fields),
      ...{ tool: TOOL, id: link.clickup_id, changedAt: remote.updatedAt, isConflictFree },
    })
  // The conflict comes first, because every applied change moves the time of the last change.
  const conflicts = changedThere.filter((field) => changedHere.includes(field))
  const others = changedThere.filter((field) => !changedHere.includes(field))
  const isLost = conflicts.length > 0 && (await apply(conflicts, false)) !== 'applied'
  if (others.length > 0) await apply(others, true)
  const after = (await readShopTask(tx, link.task_id)) ?? before
  // A value that won here keeps the hash of what was sent before, so that it is sent next.
  const sent: Fingerprints = { ...link.sent, ...pickFields(toFingerprints(after), isLost ? others : changedThere) }
  const problem = hasUnknownAssignee(after, theirs) && !isLost ? UNKNOWN_ASSIGNEE : null
  await saveLink(tx, link.task_id, { clickupId: link.clickup_id, sent, received, problem })
  return { ...link, state: 'synced', sent, received, problem: problem?.problem ?? null }
}

/** Applies the changes of a task of ClickUp to ours. Returns the link as it is then. @throws AppError when a rule of tasks refuses it */
export async function receiveChanges(ctx: Ctx, config: SyncConfig, link: LinkedTask, remote: RemoteTask): Promise<LinkedTask> {
  const changed = await ctx.kernel.transaction((tx) => applyChanges(tx, ctx, config, link, remote))
  return { ...(changed ?? link), clickup_id: link.clickup_id }
}
