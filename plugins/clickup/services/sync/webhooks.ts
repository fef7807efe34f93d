import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError, type Ctx, type Kernel, NOT_FOUND } from 'stoa'
import { UNREADABLE } from '../../errors.ts'
import { callClickUp } from '../call-clickup.ts'
import { isObject } from '../json.ts'
import { readSpaces, readWorkspaces } from '../read-answers.ts'
import { RECEIVE_TASK } from './jobs.ts'
import { isTaskId, type RemoteList } from './read-tasks.ts'
import { getSyncConfig } from './sync-config.ts'
import { findWebhookSecret, saveWebhook, type SyncState, type Webhook } from './sync-state.ts'

const EVENTS = ['taskCreated', 'taskUpdated', 'taskDeleted', 'taskMoved']

/** The workspace of a list: ClickUp names only its space. @throws AppError of `callClickUp` */
async function findWorkspace(ctx: Ctx, { spaceId }: RemoteList): Promise<string | undefined> {
  for (const { id } of readWorkspaces(await callClickUp(ctx, { method: 'GET', path: '/v2/team' }))) {
    const spaces = readSpaces(await callClickUp(ctx, { method: 'GET', path: `/v2/team/${id}/space?archived=false` }))
    if (spaces.some((space) => space.id === spaceId)) return id
  }
  return undefined
}

const getEndpoint = ({ config }: Kernel): string => `${config.publicUrl}/api/clickup/webhook`

/**
 * Registers the webhook of a list unless it is registered under the address of this shop, with a secret that can be decrypted. Without one,
 * changes are found by the schedule.
 * @throws AppError of `callClickUp`
 */
export async function registerWebhook(ctx: Ctx, state: SyncState, list: RemoteList): Promise<void> {
  const { kernel } = ctx
  const endpoint = getEndpoint(kernel)
  const isReadable = state.webhook_id !== null && (await findWebhookSecret(kernel, state.list_id, state.webhook_id)) !== undefined
  if (isReadable && state.webhook_endpoint === endpoint) return
  if (state.webhook_id !== null) await removeWebhook(ctx, state.list_id, state.webhook_id)
  const workspace = await findWorkspace(ctx, list)
  if (workspace === undefined) return
  const body = { endpoint, events: EVENTS, list_id: Number(state.list_id) }
  const answer = await callClickUp(ctx, { method: 'POST', path: `/v2/team/${workspace}/webhook`, body })
  const { id, secret } = isObject(answer.webhook) ? answer.webhook : answer
  if (typeof id !== 'string' || !isWebhookId(id) || typeof secret !== 'string' || secret === '') throw new AppError(UNREADABLE)
  await saveWebhook(kernel, state.list_id, { id, secret, endpoint } satisfies Webhook)
}

/** Removes a webhook. @throws AppError of `callClickUp` */
export async function removeWebhook(ctx: Ctx, listId: string, webhookId: string): Promise<void> {
  await callClickUp(ctx, { method: 'DELETE', path: `/v2/webhook/${webhookId}` }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== NOT_FOUND) throw error
  })
  await saveWebhook(ctx.kernel, listId, null)
}

const isWebhookId = (id: string): boolean => /^[\w-]{1,64}$/.test(id)

/** Whether a signature is that of the body: HMAC-SHA256 in hexadecimal digits, under the secret of the webhook. */
function isSigned(raw: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(raw).digest()
  const sent = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

function parseBody(raw: Buffer): { webhookId: string; taskId: string } | undefined {
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'))
    if (!isObject(body) || typeof body.webhook_id !== 'string') return undefined
    return { webhookId: body.webhook_id, taskId: typeof body.task_id === 'string' ? body.task_id : '' }
  } catch {
    return undefined
  }
}

/**
 * Accepts a call of a webhook: a job reads the task, so a repeated or late call does no harm.
 * @throws AppError NOT_FOUND without a valid signature
 */
export async function acceptWebhook(kernel: Kernel, raw: Buffer, signature: string): Promise<void> {
  const config = getSyncConfig(kernel)
  const body = parseBody(raw)
  const isKnown = config?.isTwoWay && body && isWebhookId(body.webhookId)
  const secret = isKnown ? await findWebhookSecret(kernel, config.listId, body.webhookId) : undefined
  if (!body || secret === undefined || !isSigned(raw, signature, secret)) throw new AppError(NOT_FOUND)
  if (isTaskId(body.taskId)) await kernel.transaction(async (tx) => tx.enqueue(RECEIVE_TASK, { clickup_id: body.taskId }))
}
