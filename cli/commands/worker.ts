import type { Command } from 'commander'
import { withKernel } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note } from '../output.ts'

/** `stoa worker`: jobs and schedules in a separate process, beside servers with STOA_WORKER=off. */
export function command(): Command {
  return leaf('worker', 'Run jobs and schedules without HTTP', 'stoa worker', 'stoa worker --once        # what is due, then end')
    .option('--once', 'Run what is due and end')
    .action(async (options: SharedOptions & { once?: boolean }) => {
      // A dry run lists the waiting jobs, with or without `--once`.
      if (options.once || options.dryRun) return runOnce(options)
      const { boot } = await import('../boot.ts')
      const { readConfig } = await import('../start/config.ts')
      const { startWorker } = await import('../work/worker.ts')
      const { startSchedules } = await import('../work/clock.ts')
      const { recordPresence } = await import('../start/presence.ts')
      const { stopOnSignals } = await import('../start/serve.ts')
      const booted = await boot({ config: readConfig(), tell: (line) => note(options, line) })
      const { requireStartChecks } = await import('../start/start-checks.ts')
      await requireStartChecks(booted.kernel).catch(async (error: unknown) => {
        await booted.close()
        throw error
      })
      await recordPresence(booted.kernel)
      const worker = await startWorker(booted.kernel)
      const schedules = await startSchedules(booted.kernel)
      process.removeAllListeners('SIGINT')
      stopOnSignals(async () => {
        schedules.stop()
        await worker.stop()
        await booted.close()
      })
      note(options, 'Working on jobs and schedules. Ctrl-C stops it when the jobs at hand are done.')
    })
}

async function runOnce(options: SharedOptions): Promise<void> {
  const { runDueJobs } = await import('../work/worker.ts')
  const { countJobs } = await import('../jobs.ts')
  await withKernel(options, async (kernel) => {
    const before = await countJobs(kernel)
    if (options.dryRun) {
      note(options, `${before.due} jobs are due.`)
      return dryRunNote(options, before)
    }
    await runDueJobs(kernel)
    const after = await countJobs(kernel)
    note(options, `${before.due} jobs were due, ${after.due} are left.`)
  })
}
