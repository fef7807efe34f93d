import { type Kernel, sql, message } from 'stoa'
import { endRun, RunOvertaken } from './end.ts'
import { columns, type Stored } from './stored.ts'
import { RUN_STEP, TRIES } from './run-step.ts'

/** Days after which ended jobs and their files are deleted. */
const RETENTION_DAYS = 30
/** Minutes without a heartbeat after which a job counts as abandoned: longer than the queue's back-off between two attempts. */
const SILENT_MINUTES = 15

/** Deletes old jobs, requeues abandoned jobs, and fails those with too many attempts. */
export async function deleteOldRuns(kernel: Kernel): Promise<void> {
  await kernel.db.run(sql`delete from run where status in ('pending', 'completed', 'canceled', 'abnormal')
    and updated_at < now() - make_interval(days => ${RETENTION_DAYS}::int)`)
  const silent = await kernel.db.rows<Stored>(sql`select ${columns} from run t
    where t.status in ('to_do', 'approved', 'processing') and t.beat_at < now() - make_interval(mins => ${SILENT_MINUTES}::int) order by t.id`)
  for (const run of silent) {
    await kernel
      .transaction(async (tx) => {
        if (run.tries >= TRIES) return endRun(tx, kernel, run, { status: 'abnormal', problem: [message('runs:error.given_up')] })
        tx.enqueue(RUN_STEP, { id: run.id })
      })
      .catch((error: unknown) => {
        if (!(error instanceof RunOvertaken)) throw error
      })
  }
}
