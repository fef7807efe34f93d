import { type Db, type Kernel, seal, sql, unseal } from 'stoa'
import { clickup } from '../../settings.ts'
import type { LinkProblem } from './task-links.ts'

/** A webhook that ClickUp calls when a task of the list changes. */
export interface Webhook {
  id: string
  secret: string
  endpoint: string
  /** The token that it is registered with. It removes the webhook also when the shop has another token, or none. */
  token: string
}

/** The synchronization of a list. */
export interface SyncState {
  list_id: string
  list_name: string
  webhook_id: string | null
  webhook_endpoint: string | null
  /** False for a while after ClickUp confirmed the webhook. */
  is_webhook_due: boolean
  /** ISO 8601: changes before it were received. */
  polled_until: string
  ran_at: string | null
  problem: string | null
  detail: string | null
}

const PURPOSE = 'clickup/webhook'

/** The address belongs to the purpose, so that a token is never sent to another one than it was registered at. */
const getTokenPurpose = ({ settings }: Kernel): string => `clickup/webhook-token ${settings.of(clickup).api_url}`

const LEASE_SECONDS = 300

const columns = sql`list_id, list_name, webhook_id, webhook_endpoint, polled_until, ran_at, problem, detail,
  coalesce(webhook_checked_at < now() - interval '1 hour', true) as is_webhook_due`

export const findSyncState = (db: Db, listId: string): Promise<SyncState | undefined> =>
  db.one<SyncState>(sql`select ${columns} from clickup_sync where list_id = ${listId}`)

/** Reserves a list for this process, and creates its state: what changes from now on is synchronized. Undefined while another works on it. */
export const claimSyncState = (db: Db, listId: string): Promise<SyncState | undefined> =>
  db.one<SyncState>(sql`
    insert into clickup_sync as s (list_id, lease_until) values (${listId}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (list_id) do update set lease_until = excluded.lease_until where coalesce(s.lease_until < now(), true)
    returning ${columns}`)

/** Stores how a run ended, and releases the list. */
export const releaseSyncState = (db: Db, listId: string, problem: LinkProblem | null): Promise<unknown> =>
  db.run(sql`
    update clickup_sync set lease_until = null, ran_at = now(), problem = ${problem?.problem ?? null}, detail = ${problem?.detail ?? null},
      updated_at = now(), version = version + 1
    where list_id = ${listId}`)

export const saveListName = (db: Db, listId: string, name: string): Promise<unknown> =>
  db.run(sql`update clickup_sync set list_name = ${name} where list_id = ${listId}`)

/** @param until ISO 8601 */
export const savePolledUntil = (db: Db, listId: string, until: string): Promise<unknown> =>
  db.run(sql`update clickup_sync set polled_until = ${until}::timestamptz where list_id = ${listId}`)

/** Stores a webhook, its secret and its token encrypted. */
export function saveWebhook(kernel: Kernel, listId: string, { id, endpoint, secret, token }: Webhook): Promise<unknown> {
  const { db, config } = kernel
  return db.run(sql`
    update clickup_sync set webhook_id = ${id}, webhook_endpoint = ${endpoint}, webhook_secret = ${seal(config, PURPOSE, secret)},
      webhook_token = ${seal(config, getTokenPurpose(kernel), token)}, webhook_checked_at = now()
    where list_id = ${listId}`)
}

/** Stores that a webhook does not exist any more. */
export const forgetWebhook = (db: Db, webhookId: string): Promise<unknown> =>
  db.run(sql`
    update clickup_sync set webhook_id = null, webhook_endpoint = null, webhook_secret = null, webhook_token = null, webhook_checked_at = null
    where webhook_id = ${webhookId}`)

/** Stores that ClickUp confirmed the webhook of a list. */
export const markWebhookChecked = (db: Db, listId: string): Promise<unknown> =>
  db.run(sql`update clickup_sync set webhook_checked_at = now() where list_id = ${listId}`)

/** A webhook, and the token that it was registered with unless the address of the API is another one now. */
export interface StoredWebhook {
  list_id: string
  webhook_id: string
  token: string | undefined
}

/** The lists that have a webhook. */
export async function listWebhooks(kernel: Kernel): Promise<StoredWebhook[]> {
  const { db, config } = kernel
  const rows = await db.rows<{ list_id: string; webhook_id: string; webhook_token: string | null }>(
    sql`select list_id, webhook_id, webhook_token from clickup_sync where webhook_id is not null order by id`,
  )
  return rows.map(({ webhook_token, ...row }) => ({
    ...row,
    token: webhook_token === null ? undefined : unseal(config, getTokenPurpose(kernel), webhook_token),
  }))
}

/** The secret of a webhook of a list; undefined when it has none of this id. */
export async function findWebhookSecret({ db, config }: Kernel, listId: string, webhookId: string): Promise<string | undefined> {
  const row = await db.one<{ webhook_secret: string }>(
    sql`select webhook_secret from clickup_sync where list_id = ${listId} and webhook_id = ${webhookId}`,
  )
  return row && unseal(config, PURPOSE, row.webhook_secret)
}
