import type { Ctx } from 'stoa'
import { findDifferences, pickFields, type SyncedField } from '../../domain/synced-fields.ts'
import { toClickUpDue } from '../../domain/task-due.ts'
import { findClickUpStatus } from '../../domain/task-statuses.ts'
import { type SyncedValues, toFingerprints } from './fingerprints.ts'
import type { RemoteTask } from './read-tasks.ts'
import { TOOL } from './receive-changes.ts'
import { toShopValues } from './remote-values.ts'
import type { SyncConfig } from './sync-config.ts'
import { getTaskUrl } from './task-address.ts'
import { createRemoteTask, listMembers, readRemoteList, type TaskBody, updateRemoteTask } from './task-calls.ts'
import { type LinkedTask, type LinkProblem, markCreation, saveLink, type TaskLink } from './task-links.ts'

const UNKNOWN_ASSIGNEE: LinkProblem = { problem: 'assignee_unknown_there' }

/** The values of a task as ClickUp gets them, but for its assignee. */
async function toBody(
  ctx: Ctx,
  config: SyncConfig,
  values: SyncedValues,
  fields: readonly SyncedField[],
  listId: string,
): Promise<TaskBody> {
  const needsStatus = fields.includes('status')
  const { statuses } = needsStatus ? await readRemoteList(ctx, listId) : { statuses: [] }
  const status = needsStatus ? findClickUpStatus(values.status, config.statusNames, statuses) : undefined
  return {
    ...(fields.includes('title') ? { name: values.title } : {}),
    ...(status === undefined ? {} : { status }),
    ...(fields.includes('due') ? toClickUpDue(values, config.zone) : {}),
  }
}

/** The member of the list with the address of the assignee; undefined without an assignee, and when the list has no such member. */
async function findAssignee(ctx: Ctx, listId: string, { emails }: SyncedValues): Promise<number | undefined> {
  const [email] = emails
  if (email === undefined) return undefined
  return (await listMembers(ctx, listId)).find((member) => member.email === email.toLowerCase())?.id
}

/** Creates the task of ClickUp for a task, and links both. @throws AppError of `callClickUp` */
export async function createLinkedTask(ctx: Ctx, config: SyncConfig, taskId: number, values: SyncedValues): Promise<void> {
  const { kernel } = ctx
  const { listId } = config
  const assignee = await findAssignee(ctx, listId, values)
  const body = await toBody(ctx, config, values, ['title', 'status', 'due'], listId)
  const description = getTaskUrl(kernel, taskId)
  await markCreation(kernel.db, taskId)
  const remote = await createRemoteTask(ctx, listId, { ...body, description, assignees: assignee === undefined ? [] : [assignee] })
  const problem = values.emails.length > 0 && assignee === undefined ? UNKNOWN_ASSIGNEE : null
  await linkTasks(ctx, config, taskId, remote, { sent: toFingerprints(values), problem })
}

/** Stores that a task and a task of ClickUp are the same. Returns the link. */
export async function linkTasks(
  ctx: Ctx,
  config: SyncConfig,
  taskId: number,
  remote: RemoteTask,
  { sent, problem }: Pick<TaskLink, 'sent'> & { problem: LinkProblem | null },
): Promise<LinkedTask> {
  const received = toFingerprints(toShopValues(remote, config))
  await ctx.kernel.transaction(async (tx) => {
    await config.tasks.link(tx, ctx, taskId, { tool: TOOL, id: remote.id, url: remote.url })
    await saveLink(tx, taskId, { clickupId: remote.id, sent, received, problem })
  })
  return {
    task_id: taskId,
    clickup_id: remote.id,
    state: 'synced',
    sent,
    received,
    create_tried_at: null,
    problem: problem?.problem ?? null,
  }
}

/** Who is assigned instead of whom: the assignee whom we sent before is removed, and others stay. */
async function toAssignees(ctx: Ctx, link: TaskLink, remote: RemoteTask, values: SyncedValues) {
  const assignee = await findAssignee(ctx, remote.listId, values)
  const isOurs = (email: string) => toFingerprints({ ...values, emails: [email] }).assignee === link.sent.assignee
  const rem = remote.assignees.filter(({ id, email }) => id !== assignee && isOurs(email)).map(({ id }) => id)
  return { add: assignee === undefined ? [] : [assignee], rem }
}

/** Sends what changed here since it was sent last. @throws AppError of `callClickUp` */
export async function sendChanges(ctx: Ctx, config: SyncConfig, link: LinkedTask, remote: RemoteTask, values: SyncedValues): Promise<void> {
  const sent = toFingerprints(values)
  const fields = findDifferences(sent, link.sent)
  if (fields.length === 0 && link.state === 'synced') return
  const assignees = fields.includes('assignee') ? await toAssignees(ctx, link, remote, values) : undefined
  const body = { ...(await toBody(ctx, config, values, fields, remote.listId)), ...(assignees ? { assignees } : {}) }
  const after = Object.keys(body).length > 0 ? await updateRemoteTask(ctx, link.clickup_id, body) : remote
  // Other values of the answer can be changes that were made there meanwhile: they are still to be received.
  const received = { ...link.received, ...pickFields(toFingerprints(toShopValues(after, config)), fields) }
  const isUnknown = assignees ? values.emails.length > 0 && assignees.add.length === 0 : link.problem === UNKNOWN_ASSIGNEE.problem
  await saveLink(ctx.kernel.db, link.task_id, { clickupId: link.clickup_id, sent, received, problem: isUnknown ? UNKNOWN_ASSIGNEE : null })
}
