import type { ScheduledTask } from 'node-cron'
import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { basic } from '../../core/setting/basic.ts'

export interface Schedules {
  stop(): void
}

/**
 * Starts the schedules of all jobs with `cron`. A tick only queues the job. The unique row in `cron_run` lets one process of many
 * win each minute, even when their clocks differ.
 */
export async function startSchedules(kernel: Kernel): Promise<Schedules> {
  const { schedule } = await import('node-cron')
  const timezone = kernel.settings.of(basic).time_zone
  const timers: ScheduledTask[] = []
  for (const plugin of kernel.registry.plugins) {
    for (const { name: task, cron } of plugin.jobs ?? []) {
      if (!cron) continue
      timers.push(
        schedule(
          cron,
          () => {
            void tick(kernel, task, new Date()).catch((err: unknown) => kernel.log.warn({ err, task }, 'schedule could not queue its job'))
          },
          { timezone },
        ),
      )
    }
  }
  return {
    stop: () => {
      for (const timer of timers) void timer.stop()
    },
  }
}

/** Queues a job once per minute, in whichever process is first. */
export async function tick(kernel: Kernel, task: string, at: Date): Promise<boolean> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()
  const queued = await kernel.db.rows(sql`
    with claim as (insert into cron_run (name, scheduled_for) values (${task}, ${minute}) on conflict do nothing returning name)
    select graphile_worker.add_job(name, '{}'::json) from claim`)
  return queued.length > 0
}
