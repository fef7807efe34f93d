import type { Command } from 'commander'
import { Option } from 'commander'
import { recordAudit } from '../../core/audit/audit.ts'
import { CliError } from '../errors.ts'
import { jobList, type JobRow, retryJobs } from '../jobs.ts'
import { withKernel } from '../kernel.ts'
import { operatorCtx } from '../operator.ts'
import { runInRolledBackTransaction } from '../rehearse.ts'
import { family, leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { dryRunNote, note, printData, printRows } from '../output.ts'

/** `stoa job`: waiting and failed background jobs. */
export function command(): Command {
  return family('job', 'See and repeat background work', list(), retry())
}

function list(): Command {
  return leaf('list', 'Show waiting and failed jobs', 'stoa job list --state dead')
    .addOption(new Option('--state <state>', 'Only these').choices(['waiting', 'running', 'retrying', 'dead']))
    .option('--limit <n>', 'At most so many', wholeNumber, 50)
    .action(async (options: SharedOptions & { state?: JobRow['state']; limit: number }) => {
      const rows = await withKernel(options, (kernel) => jobList(kernel.db, options.state, options.limit))
      printRows(options, ['id', 'task', 'state', 'attempts', 'run_at', 'last_error'], rows)
    })
}

function retry(): Command {
  return leaf('retry', 'Let failed jobs run again', 'stoa job retry 17 18', 'stoa job retry --all')
    .argument('[ids...]', 'Which jobs', (value: string, before: number[] = []) => [...before, wholeNumber(value)], [])
    .option('--all', 'All that gave up')
    .action(async (jobIds: number[], options: SharedOptions & { all?: boolean }) => {
      if (jobIds.length === 0 && !options.all) throw new CliError('usage', 'Name jobs, or --all.', { hint: 'stoa job list --state dead' })
      await withKernel(options, async (kernel) => {
        const dead = options.all ? await jobList(kernel.db, 'dead', 10_000) : []
        const ids = [...new Set([...jobIds, ...dead.map((j) => j.id)])]
        let done: number[] = []
        await runInRolledBackTransaction(kernel, options.dryRun, async (tx) => {
          done = await retryJobs(tx, ids)
          for (const id of done) await recordAudit(tx, operatorCtx(kernel), { resource: 'job', rowId: id, verb: 'retry', changes: [] })
        })
        const missing = jobIds.filter((id) => !done.includes(id))
        if (options.dryRun) {
          if (missing.length === 0) dryRunNote(options, { ids: done })
        } else if (options.json) printData(JSON.stringify({ ids: done }))
        else if (done.length > 0)
          note(options, `✓ ${done.length} ${done.length === 1 ? 'job runs' : 'jobs run'} again\nNext: stoa worker --once`)
        if (missing.length > 0) throw new CliError('notFound', `no job ${missing.join(', ')}.`, { hint: 'stoa job list' })
      })
    })
}
