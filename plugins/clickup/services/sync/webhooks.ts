import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError, type Ctx, type ErrorKind, type Kernel, NOT_FOUND } from 'stoa'
import { TOKEN_INVALID, UNREADABLE, WORKSPACE_UNKNOWN } from '../../errors.ts'
import { callClickUp } from '../call-clickup.ts'
import { getConnection } from '../connection.ts'
import { isObject } from '../json.ts'
import { readSpaces, readWorkspaces } from '../read-answers.ts'
import { RECEIVE_TASK } from './jobs.ts'
import { isTaskId, type RemoteList } from './read-tasks.ts'
import { getSyncConfig } from './sync-config.ts'
import {
  findWebhookSecret,
  forgetWebhook,
  listWebhooks,
  markWebhookChecked,
  saveWebhook,
  type StoredWebhook,
  type SyncState,
} from './sync-state.ts'

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

/** Activates a webhook again: ClickUp suspends it after a hundred failed calls. False when it does not exist. @throws AppError of `callClickUp` */
async function activateWebhook(ctx: Ctx, listId: string, webhookId: string, endpoint: string): Promise<boolean> {
  try {
    const body = { endpoint, events: EVENTS, status: 'active' }
    await callClickUp(ctx, { method: 'PUT', path: `/v2/webhook/${webhookId}`, body })
  } catch (error) {
    if (isWebhookMissing(error)) return false
    throw error
  }
  await markWebhookChecked(ctx.kernel.db, listId)
  return true
}

/** Whether a list has a webhook under the address of this shop, with a secret that can be decrypted. ClickUp is asked once an hour. */
async function hasWebhook(
  ctx: Ctx,
  { list_id, webhook_id, webhook_endpoint, is_webhook_due }: SyncState,
  endpoint: string,
): Promise<boolean> {
  if (webhook_id === null || webhook_endpoint !== endpoint) return false
  if ((await findWebhookSecret(ctx.kernel, list_id, webhook_id)) === undefined) return false
  return !is_webhook_due || activateWebhook(ctx, list_id, webhook_id, endpoint)
}

/**
 * Registers the webhook of a list unless it has one. Without one, changes are found by the schedule.
 * @throws AppError of `callClickUp`
 */
export async function registerWebhook(ctx: Ctx, state: SyncState, list: RemoteList): Promise<void> {
  const { kernel } = ctx
  const endpoint = getEndpoint(kernel)
  if (await hasWebhook(ctx, state, endpoint)) return
  await removeWebhooks(ctx, ({ list_id }) => list_id === state.list_id)
  const workspace = await findWorkspace(ctx, list)
  if (workspace === undefined) return
  const body = { endpoint, events: EVENTS, list_id: Number(state.list_id) }
  const answer = await callClickUp(ctx, { method: 'POST', path: `/v2/team/${workspace}/webhook`, body })
  const { id, secret } = isObject(answer.webhook) ? answer.webhook : answer
  if (typeof id !== 'string' || !isWebhookId(id) || typeof secret !== 'string' || secret === '') throw new AppError(UNREADABLE)
  await saveWebhook(kernel, state.list_id, { id, secret, endpoint, token: getConnection(kernel).token })
}

/** Whether a webhook does not exist, or the token cannot remove it any more. Then ClickUp suspends it after its calls have failed. */
const isWebhookMissing = (error: unknown): boolean => error instanceof AppError && missingErrors.has(error.kind)

const missingErrors = new Set<ErrorKind>([NOT_FOUND, TOKEN_INVALID, WORKSPACE_UNKNOWN])

/** Removes the webhooks that match. @throws AppError of `callClickUp` */
export async function removeWebhooks(ctx: Ctx, matches: (webhook: StoredWebhook) => boolean): Promise<void> {
  for (const { webhook_id, token } of (await listWebhooks(ctx.kernel)).filter(matches)) {
    await callClickUp(ctx, { method: 'DELETE', path: `/v2/webhook/${webhook_id}` }, token).catch((error: unknown) => {
      if (!isWebhookMissing(error)) throw error
    })
    await forgetWebhook(ctx.kernel.db, webhook_id)
  }
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
