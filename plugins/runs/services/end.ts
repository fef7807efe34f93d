import { type Kernel, sql, systemCtx, type Message, message, type Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'
import type { RunStatus } from '../resources/run.ts'
import { type Answer, RUN_KINDS } from './kinds.ts'
import { getTitle } from './read.ts'
import type { Stored } from './stored.ts'

/** Notification type: a job has ended. */
export const ENDED = 'run_ended'

/** Jobs shorter than this, in seconds, send no notification, because their creator is probably still on the page. */
const WORTH_TELLING = 20

/** Thrown when another worker has stored the step meanwhile, so that the transaction is rolled back. */
export class RunOvertaken extends Error {}

/** How a job, or a part of it, ends. */
export interface End {
  status: RunStatus
  answer?: Answer
  problem?: Message[]
  done?: number
  total?: number
}

/**
 * Ends a job, or a part of it, and notifies its creator. A job that is being stopped does not wait for a decision.
 * @throws RunOvertaken
 */
export async function endRun(tx: Tx, kernel: Kernel, run: Stored, { status, answer, problem, done, total }: End): Promise<void> {
  const ended = await tx.one<{ seconds: number; status: RunStatus }>(sql`update run set
      status = case when ${status} = 'pending' and cancel_wanted then 'canceled' else ${status} end, step = step + 1, tries = 0, cancel_wanted = false,
      answer = coalesce(${answer ? JSON.stringify(answer) : null}::jsonb, answer), problem = ${problem ? JSON.stringify(problem) : null}::jsonb,
      done = coalesce(${done ?? null}::int, done), total = coalesce(${total ?? null}::int, total),
      ended_at = case when ${status} = 'pending' and not cancel_wanted then null else now() end, beat_at = now(), updated_at = now()
    where id = ${run.id} and step = ${run.step} and status = ${run.status}
    returning extract(epoch from now() - created_at)::float8 as seconds, status`)
  if (!ended) throw new RunOvertaken()
  // An incomplete file is deleted.
  const unfinished = status === 'canceled' || status === 'abnormal'
  if (unfinished && kernel.contributions(RUN_KINDS).get(run.kind)?.file) await tx.run(sql`delete from run_part where run_id = ${run.id}`)
  if (run.account_id === null || ended.seconds < WORTH_TELLING) return
  await kernel.find(NOTICES)?.notify(tx, {
    kind: ENDED,
    to: [run.account_id],
    actor: systemCtx(kernel, '').actor,
    params: {
      title: getTitle({ kernel, language: run.speech }, run),
      status: kernel.i18n.t(run.speech, `core:status.${ended.status}`),
    },
    key: `run ${run.id} ${run.step}`,
  })
}

/** Message for a job that was stopped between two steps. */
export const stoppedAfter = (done: number, total: number | null): Message =>
  total === null ? message('runs:said.stopped_open', { done }) : message('runs:said.stopped', { done, total })
