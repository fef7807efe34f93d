import { type Kernel, sql, message } from 'stoa'
import { endRun, RunOvertaken } from './end.ts'
import { columns, type Stored } from './stored.ts'
import { RUN_STEP, TRIES } from './run-step.ts'

/** Days after which what has ended is dropped, and what is kept with it. */
const KEPT_DAYS = 30
/** Minutes without a sign of life after which nobody works at a run any more: longer than the queue waits between two tries. */
const SILENT_MINUTES = 15

/** Drops what nobody will ask for any more, takes silent runs up again, and ends those that were tried often enough. */
export async function deleteOldRuns(kernel: Kernel): Promise<void> {
  await kernel.db.run(sql`delete from run where status in ('pending', 'completed', 'canceled', 'abnormal')
    and updated_at < now() - make_interval(days => ${KEPT_DAYS}::int)`)
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
