import { type Db, sql, type Tx } from 'stoa'
import { LEASE_SECONDS, type LinkProblem } from './task-links.ts'

/** A link whose task of ClickUp is to be deleted. `clickup_id` is null while nobody knows whether ClickUp has created it. */
interface Erasure {
  task_id: number
  clickup_id: string | null
  create_tried_at: string | null
}

/** Begins to erase a task. False when ClickUp never got it. */
export const beginErasure = async (tx: Tx, taskId: number): Promise<boolean> =>
  (await tx.run(sql`
    update clickup_task set state = 'erasing', problem = 'erased_here', detail = null, updated_at = now(), version = version + 1
    where task_id = ${taskId} and (clickup_id is not null or create_tried_at is not null or lease_until > now())`)) > 0

/** Reserves an erasure for this process; undefined while another process works on the task. */
export const claimErasure = (db: Db, taskId: number): Promise<Erasure | undefined> =>
  db.one<Erasure>(sql`
    update clickup_task set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where task_id = ${taskId} and state = 'erasing' and coalesce(lease_until < now(), true)
    returning task_id, clickup_id, create_tried_at`)

export const isErasing = async (db: Db, taskId: number): Promise<boolean> =>
  (await db.one(sql`select 1 from clickup_task where task_id = ${taskId} and state = 'erasing'`)) !== undefined

/** Ends an erasure, or stores why it failed. The link stays, so that a task which somebody restores in ClickUp is not created here. */
export const endErasure = (db: Db, taskId: number, problem: LinkProblem | null): Promise<unknown> =>
  db.run(sql`
    update clickup_task set lease_until = null, state = ${problem ? 'erasing' : 'ended'}, problem = ${problem && 'erased_here'},
      detail = ${problem ? (problem.detail ?? problem.problem) : null}, updated_at = now(), version = version + 1
    where task_id = ${taskId} and state = 'erasing'`)

/** Erasures that failed some time ago, or whose job was lost. */
export const listOpenErasures = async (db: Db): Promise<number[]> =>
  (
    await db.rows<{ task_id: number }>(sql`
      select task_id from clickup_task where state = 'erasing' and updated_at < now() - interval '4 minutes' order by id limit 200`)
  ).map(({ task_id }) => task_id)
