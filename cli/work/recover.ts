import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { DELIVER_EVENTS } from '../../core/events/event-delivery.ts'

/** Records which process a worker pool belongs to; its connections have the same application name. Jobs are locked in the pool's name. */
export async function recordWorker(kernel: Kernel, poolId: string, process: string): Promise<void> {
  await kernel.db.run(sql`insert into job_worker (worker_id, process) values (${poolId}, ${process}) on conflict do nothing`)
}

/**
 * Releases jobs locked by a worker whose process was killed. The queue library itself would wait four hours. A process without a
 * connection has certainly ended, on whatever machine it ran.
 */
export async function recoverJobs(kernel: Kernel): Promise<void> {
  await kernel.db.run(sql`
    with gone as (
      select distinct j.locked_by as id from graphile_worker.jobs j left join job_worker w on w.worker_id = j.locked_by
      where j.locked_by is not null
        and case when w.worker_id is null then j.locked_at < now() - interval '1 minute'
          else not exists (select 1 from pg_stat_activity a where a.application_name = w.process and a.datname = current_database()) end)
    select graphile_worker.force_unlock_workers(array_agg(id)) from gone having count(*) > 0`)
  await kernel.db.run(sql`delete from job_worker w where w.created_at < now() - interval '1 day'
    and not exists (select 1 from pg_stat_activity a where a.application_name = w.process)`)
  await recoverEventDeliveries(kernel)
}

/** Queues delivery jobs that were lost when a process was killed between commit and post-commit flush. Duplicates are harmless. */
async function recoverEventDeliveries(kernel: Kernel): Promise<void> {
  const loadedPlugins = kernel.registry.plugins.map(({ id }) => id)
  const lost = await kernel.db.rows<{ plugin: string; subject: string }>(sql`
    select distinct d.plugin, d.subject from event_due d where d.plugin = any(${loadedPlugins}::text[])
      and not exists (select 1 from graphile_worker.jobs j where j.key = 'tell ' || d.plugin || ' ' || d.subject)`)
  if (lost.length > 0)
    await kernel.transaction(async (tx) => {
      for (const delivery of lost) tx.enqueue(DELIVER_EVENTS, delivery)
    })
}
