import { type Db, sql } from 'stoa'
import type { Fingerprints } from '../../domain/synced-fields.ts'

/**
 * `waiting`: a call is still to be made. `ended`: one of the two tasks was deleted, and nothing is synchronized any more. `erasing`: the person
 * whom the task was about was erased, and the task of ClickUp is still to be deleted.
 */
export type LinkState = 'waiting' | 'synced' | 'failed' | 'ended' | 'erasing'

/** Whether a link is synchronized. */
export const isActive = ({ state }: { state: LinkState }): boolean => state !== 'ended' && state !== 'erasing'

/** A task and the task of ClickUp that it is linked to. */
export interface TaskLink {
  task_id: number
  /** Null until ClickUp has created the task. */
  clickup_id: string | null
  state: LinkState
  /** Hashes of our values when they were sent or received last. */
  sent: Fingerprints
  /** Hashes of the values of ClickUp when they were read last. */
  received: Fingerprints
  /** ISO 8601: the first attempt to create the task, which may have succeeded. */
  create_tried_at: string | null
  /** Why it is not synchronized, or what was left out of it. */
  problem: string | null
}

/** A link whose task exists in ClickUp. */
export type LinkedTask = TaskLink & { clickup_id: string }

const columns = sql`task_id, clickup_id, state, sent, received, create_tried_at, problem`

/** How long one process may work on a task, in seconds: longer than its calls can take. */
export const LEASE_SECONDS = 90

export const findLink = (db: Db, taskId: number): Promise<TaskLink | undefined> =>
  db.one<TaskLink>(sql`select ${columns} from clickup_task where task_id = ${taskId}`)

export const findLinks = (db: Db, clickupIds: readonly string[]): Promise<TaskLink[]> =>
  db.rows<TaskLink>(sql`select ${columns} from clickup_task where clickup_id = any(${[...clickupIds]}::text[])`)

/** Reserves a task for this process, and creates its link. Undefined while another process works on it, or when the link is not active. */
export const claimLink = (db: Db, taskId: number): Promise<TaskLink | undefined> =>
  db.one<TaskLink>(sql`
    insert into clickup_task as l (task_id, lease_until) values (${taskId}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (task_id) do update set lease_until = excluded.lease_until
      where coalesce(l.lease_until < now(), true) and l.state not in ('ended', 'erasing')
    returning ${columns}`)

export const releaseLink = (db: Db, taskId: number): Promise<unknown> =>
  db.run(sql`update clickup_task set lease_until = null where task_id = ${taskId}`)

/** Stores that a task is about to be created: without an answer, ClickUp may have created it. */
export const markCreation = (db: Db, taskId: number): Promise<unknown> =>
  db.run(sql`update clickup_task set create_tried_at = coalesce(create_tried_at, now()) where task_id = ${taskId}`)

/** Why a task is not synchronized, or what was left out of it. */
export interface LinkProblem {
  /** A word that the screen translates. */
  problem: string
  /** The error code of ClickUp. */
  detail?: string | null
}

/** What is stored after a call: both sides are equal, but for what the problem names. */
export interface SyncedLink {
  clickupId: string
  sent: Fingerprints
  received: Fingerprints
  problem?: LinkProblem | null
}

/** Stores that a task is synchronized; creates the link of a task that came from ClickUp. */
export const saveLink = (db: Db, taskId: number, { clickupId, sent, received, problem = null }: SyncedLink): Promise<unknown> =>
  db.run(sql`
    insert into clickup_task as l (task_id, clickup_id, state, sent, received, problem, detail, synced_at)
    values (${taskId}, ${clickupId}, 'synced', ${JSON.stringify(sent)}::jsonb, ${JSON.stringify(received)}::jsonb, ${problem?.problem ?? null},
      ${problem?.detail ?? null}, now())
    on conflict (task_id) do update set clickup_id = excluded.clickup_id,
      state = case when l.state = 'erasing' then l.state else excluded.state end, sent = excluded.sent,
      received = excluded.received,
      problem = case when l.state = 'erasing' then l.problem else excluded.problem end, detail = excluded.detail, synced_at = excluded.synced_at,
      updated_at = now(), version = l.version + 1`)

/** Stores that a task is not synchronized, or not any more. */
export const setLinkState = (db: Db, taskId: number, state: LinkState, { problem, detail = null }: LinkProblem): Promise<unknown> =>
  db.run(sql`
    update clickup_task set state = ${state}, problem = ${problem}, detail = ${detail}, updated_at = now(), version = version + 1
    where task_id = ${taskId} and state <> 'erasing'`)

/** Makes a task that is not synchronized wait for another attempt. An ended link starts again with a new task of ClickUp. */
export const restartLink = (db: Db, taskId: number): Promise<number> =>
  db.run(sql`
    update clickup_task set
      clickup_id = case when state = 'ended' then null else clickup_id end,
      create_tried_at = case when state = 'ended' then null else create_tried_at end,
      sent = case when state = 'ended' then '{}' else sent end, received = case when state = 'ended' then '{}' else received end,
      state = 'waiting', problem = null, detail = null, updated_at = now(), version = version + 1
    where task_id = ${taskId} and problem is not null and state <> 'erasing'`)

/** Tasks that were not synchronized for a reason that has passed, such as an outage that was longer than a job is repeated. */
export const listRecoverable = async (db: Db): Promise<number[]> =>
  (
    await db.rows<{ task_id: number }>(sql`
      select task_id from clickup_task
      where updated_at < now() - interval '15 minutes'
        and (state = 'waiting' or state = 'failed' and problem in ('unreachable', 'unreadable', 'unexpected', 'token_invalid'))
      order by id limit 200`)
  ).map(({ task_id }) => task_id)
