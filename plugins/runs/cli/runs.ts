import type { Command } from 'commander'
import type { Ctx, Kernel } from 'stoa'
import { dryRunNote, family, leaf, note, operatorCtx, printData, printRows, type SharedOptions, wholeNumber, withKernel } from 'stoa/cli'
import { cancelRun, resumeRun } from '../services/decide.ts'
import { listRuns, readRun } from '../services/read.ts'
import type { RunInfo } from '../api-types.ts'

/** `stoa runs`: lists running and finished background jobs. */
export function command(): Command {
  return family('runs', 'List, stop and resume background jobs', list(), cancel(), resume())
}

const usual = ['id', 'title', 'status', 'done', 'total', 'who', 'created_at', 'said']

/** The command line is in English. */
const getCtx = (kernel: Kernel): Ctx => operatorCtx(kernel, 'en-US')

function list(): Command {
  return leaf('list', 'List background jobs, newest first', 'stoa runs list --open')
    .option('--open', 'Only queued and running jobs')
    .option('--page <n>', 'Page number', wholeNumber, 1)
    .action(async (options: SharedOptions & { open?: boolean; page: number }) => {
      const { data, total, limit } = await withKernel(options, (kernel) =>
        listRuns(getCtx(kernel), { page: options.page, open: options.open === true }),
      )
      printRows(options, usual, data.map(flat))
      if (total > options.page * limit) note(options, `More: stoa runs list --page ${options.page + 1}`)
    })
}

const cancel = () =>
  decision('cancel', 'Stop a background job; items already processed are kept', cancelRun, (run) =>
    run.stopping ? 'stops soon' : 'is stopped',
  )

const resume = () =>
  decision('resume', 'Resume a background job that was stopped or has failed', resumeRun, () => 'goes on', 'Next: stoa worker --once')

function decision(
  name: string,
  summary: string,
  decide: (ctx: Ctx, id: number) => Promise<void>,
  describe: (run: RunInfo) => string,
  next?: string,
): Command {
  return leaf(name, summary, `stoa runs ${name} 17`)
    .argument('<id>', 'Which one', wholeNumber)
    .action(async (id: number, options: SharedOptions) => {
      await withKernel(options, async (kernel) => {
        const ctx = getCtx(kernel)
        const before = await readRun(ctx, id)
        if (options.dryRun) return dryRunNote(options, flat(before))
        await decide(ctx, id)
        const run = await readRun(ctx, id)
        if (options.json) return printData(JSON.stringify(run))
        note(options, `✓ ${run.title} ${describe(run)}${next ? `\n${next}` : ''}`)
      })
    })
}

const flat = (run: RunInfo) => ({ ...run, said: run.said.join(' ') })
